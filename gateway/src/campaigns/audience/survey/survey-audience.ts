// Everybody in an audience, counted: who can be reached, what is wrong with the others, who is inside the window, and what
// it costs.

import type { Preflight } from '@hudhud/contract/campaigns.ts';
import type { MessageContent } from '@hudhud/contract/content.ts';
import type { CostEstimate } from '@hudhud/contract/costs.ts';
import type pg from 'pg';
import { estimateCosts, hasRates } from '../../../costs/estimate-costs.ts';
import { countryOf } from '../../../platform/country-of.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { toPublicId } from '../../../platform/ids.ts';
import type { Sender } from '../../../senders/directory.ts';
import { findDuplicates } from '../../lists/queries.ts';
import type { AudienceQuestion, AudienceWindow, Finding } from '../queries.ts';
import {
  type AddressGroup,
  type AudienceFigures,
  findPeople,
  groupAddresses,
  type SurveyedPerson,
  sizeOf,
  surveyAudience,
} from './queries.ts';

const peopleShown = 20;

/** From so many people on, reading all contacts of a company once is quicker than looking each person up. */
const joinedFrom = 200_000;
/** Where at least one in so many people is sought, looking people up one after the other soon finds some. */
const seldomFrom = 100;

/** The windows of a campaign are those at its sender; they are checked where it sends free text and the check is on. */
export const windowFor = (sender: Sender, { type }: MessageContent): AudienceWindow => ({
  senderId: sender.id,
  isChecked: sender.checksWindow === true && sender.provider.content[type]?.needsWindow === true,
});

export interface Survey {
  readonly figures: AudienceFigures;
  readonly problems: Preflight['problems'];
  readonly first: SurveyedPerson | null;
  readonly cost: CostEstimate | null;
}

export const emptySurvey: Survey = {
  figures: {
    listed: 0,
    invalid_phone_number: 0,
    opted_out: 0,
    placeholder_unresolved: 0,
    window_closed: 0,
    duplicate: 0,
    reachable: 0,
    agreed: 0,
    inside: 0,
    outside: 0,
    unfilled: [],
  },
  problems: [],
  first: null,
  cost: null,
};

const counted = ['invalid_phone_number', 'opted_out', 'placeholder_unresolved', 'window_closed'] as const;

const presentPerson = (found: Pick<SurveyedPerson, 'phone_number' | 'name' | 'contact_id'>) => ({
  phone_number: found.phone_number,
  name: found.name || null,
  contact_id: found.contact_id && toPublicId('contact', found.contact_id),
});

const unfilledOf = ({ placeholders }: AudienceQuestion, figures: AudienceFigures) =>
  placeholders
    .map(({ name }, index) => ({ placeholder: name, count: figures.unfilled[index] ?? 0 }))
    .filter(({ count }) => count > 0);

const findProblems = async (
  client: pg.ClientBase,
  question: AudienceQuestion,
  figures: AudienceFigures,
  findingOf: (count: number) => Finding,
): Promise<Preflight['problems']> => {
  const { key, audience } = question;
  const problems: Preflight['problems'] = [];
  for (const problem of counted) {
    if (figures[problem] === 0) continue;
    const people = await findPeople(client, question, problem, peopleShown, findingOf(figures[problem]));
    problems.push({
      problem,
      count: figures[problem],
      people: people.map(presentPerson),
      ...(problem === 'placeholder_unresolved' && { placeholders: unfilledOf(question, figures) }),
    });
  }
  if (figures.duplicate > 0 && audience.kind === 'list') {
    const people = await findDuplicates(client, key.companyId, audience.listId, peopleShown);
    problems.push({ problem: 'duplicate', count: figures.duplicate, people: people.map(presentPerson) });
  }
  return problems;
};

const byCountry = (groups: readonly AddressGroup[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { address, count } of groups) {
    const country = countryOf(address);
    counts.set(country, (counts.get(country) ?? 0) + count);
  }
  return counts;
};

export const survey = async (
  pool: pg.Pool,
  question: AudienceQuestion,
  { category, day }: { readonly category: string; readonly day: string },
): Promise<Survey> => {
  const isPriced = await hasRates(pool);
  const { groups, ...found } = await inTransaction(pool, async (client) => {
    const finding = (await sizeOf(client, question)) < joinedFrom ? 'each' : 'joined';
    const figures = await surveyAudience(client, question, finding);
    const findingOf = (count: number): Finding => (count * seldomFrom < figures.listed ? finding : 'each');
    const problems = await findProblems(client, question, figures, findingOf);
    const [first = null] = await findPeople(client, question, null, 1, findingOf(figures.reachable));
    const groups = isPriced ? await groupAddresses(client, question, finding) : null;
    return { figures, problems, first, groups };
  });
  return { ...found, cost: groups && (await estimateCosts(pool, byCountry(groups), category, day)) };
};
