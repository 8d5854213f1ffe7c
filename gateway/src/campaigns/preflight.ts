// What would happen if a campaign were started now: how many people it reaches, what is wrong with the others, and how
// long it takes. Starting asks the same, so nobody is surprised.

import type { ExcludableProblem, Preflight } from '@hudhud/contract/campaigns.ts';
import type pg from 'pg';
import { loadSegment } from '../contacts/segments/load-segment.ts';
import { fillPlaceholders } from '../messages/fill-placeholders.ts';
import { inTransaction } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { toPublicId } from '../platform/ids.ts';
import { chooseSender } from '../senders/choose-sender.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import {
  type AudienceFigures,
  findDuplicates,
  findPeople,
  type SurveyedPerson,
  surveyAudience,
} from './audience/queries.ts';
import type { StoredAudience } from './audience/stored-audience.ts';
import { type CampaignRow, keyOf } from './campaign-row.ts';
import { listPlaceholders, type Placeholder } from './placeholders.ts';
import { opensAt, stretch } from './sending-hours.ts';

/** The steady pace is a little below the sender's limit. */
const steadyShare = 0.92;
const peopleShown = 20;

type Obstacle = Preflight['obstacles'][number];

export const findSender = async (senders: SenderDirectory, row: CampaignRow): Promise<Sender | null> => {
  const known = await senders.find(row.company_id);
  if (row.sender_id !== null) return known.find(({ id }) => id === row.sender_id) ?? null;
  try {
    return chooseSender(known, {});
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

const obstaclesOf = (row: CampaignRow, sender: Sender | null, reachable: number): Obstacle[] => {
  const obstacles: Obstacle[] = [];
  const add = (code: string, detail: string): void => void obstacles.push({ code, detail });
  if (row.text === '') add('text_missing', 'The campaign has no text.');
  if (!row.audience) add('audience_missing', 'Nobody has been chosen to get it.');
  else if (reachable <= 0) add('nobody_reachable', 'Nobody in the audience can get it.');
  if (!sender) add('sender_missing', 'The company has no sender, or the chosen one is gone.');
  else if (sender.state === 'suspended')
    add('sender_suspended', `The sender ${sender.name} is suspended. ${sender.failure?.action ?? ''}`.trim());
  return obstacles;
};

const person = (found: SurveyedPerson) => ({
  phone_number: found.phone_number,
  name: found.name || null,
  contact_id: found.contact_id && toPublicId('contact', found.contact_id),
});

interface Survey {
  readonly figures: AudienceFigures;
  readonly problems: Preflight['problems'];
  readonly first: SurveyedPerson | null;
}

const nobody: Survey = {
  figures: {
    listed: 0,
    invalid_phone_number: 0,
    opted_out: 0,
    placeholder_unresolved: 0,
    duplicate: 0,
    reachable: 0,
    unfilled: [],
  },
  problems: [],
  first: null,
};

const surveyed = ['invalid_phone_number', 'opted_out', 'placeholder_unresolved'] as const;

const unfilledOf = (placeholders: readonly Placeholder[], figures: AudienceFigures) =>
  placeholders
    .map(({ name }, index) => ({ placeholder: name, count: figures.unfilled[index] ?? 0 }))
    .filter(({ count }) => count > 0);

const survey = (
  pool: pg.Pool,
  row: CampaignRow,
  audience: StoredAudience,
  placeholders: readonly Placeholder[],
): Promise<Survey> =>
  inTransaction(pool, async (client) => {
    const key = keyOf(row);
    const figures = await surveyAudience(client, key, audience, placeholders);
    const problems: Preflight['problems'] = [];
    for (const problem of surveyed) {
      if (figures[problem] === 0) continue;
      const people = await findPeople(client, key, audience, placeholders, problem, peopleShown);
      problems.push({
        problem,
        count: figures[problem],
        people: people.map(person),
        ...(problem === 'placeholder_unresolved' && { placeholders: unfilledOf(placeholders, figures) }),
      });
    }
    if (figures.duplicate > 0 && audience.kind === 'list') {
      const people = await findDuplicates(client, key.companyId, audience.listId, peopleShown);
      problems.push({ problem: 'duplicate', count: figures.duplicate, people: people.map(person) });
    }
    const [first = null] = await findPeople(client, key, audience, placeholders, null, 1);
    return { figures, problems, first };
  });

const sampleOf = (row: CampaignRow, first: SurveyedPerson | null): string | null => {
  if (!first || row.text === '') return null;
  return fillPlaceholders(row.text, first.variables ?? {}, '/text');
};

/** The audience as it is meant now: a segment may have changed since it was chosen. Null: it is gone. */
export const currentAudience = async (pool: pg.Pool, row: CampaignRow): Promise<StoredAudience | null> => {
  if (row.audience?.kind !== 'segment') return row.audience;
  const segment = await loadSegment(pool, row.company_id, row.audience.segmentId);
  return segment && { ...row.audience, filter: segment.filter };
};

export const runPreflight = async (
  pool: pg.Pool,
  senders: SenderDirectory,
  row: CampaignRow,
  timezone: string,
): Promise<Preflight> => {
  const placeholders = listPlaceholders(row.text);
  const { figures, problems, first } = row.audience
    ? await survey(pool, row, row.audience, placeholders)
    : nobody;
  const { reachable } = figures;
  const sender = await findSender(senders, row);
  const pace = Math.max(1, Math.floor((sender?.messagesPerSecond ?? 1) * steadyShare));
  const messagesPerSecond = Math.min(pace, row.messages_per_second ?? pace);
  const begins = Math.max(Date.now(), row.schedule_at?.getTime() ?? 0);
  const opens = opensAt(row.sending_hours, timezone, new Date(begins)).getTime();
  const obstacles = obstaclesOf(row, sender, reachable);
  return {
    may_start: problems.length === 0 && obstacles.length === 0,
    listed: figures.listed,
    reachable,
    problems,
    obstacles,
    sender: sender && {
      id: sender.publicId,
      name: sender.name,
      state: sender.state,
      messages_per_second: sender.messagesPerSecond,
    },
    messages_per_second: messagesPerSecond,
    expected_seconds: Math.ceil(
      stretch(reachable / messagesPerSecond, row.sending_hours) + Math.max(0, opens - begins) / 1000,
    ),
    sample: sampleOf(row, first),
  };
};

/** Refuses to start while something stands in the way that nobody has excluded on purpose. */
export const checkMayStart = (preflight: Preflight, exclude: readonly ExcludableProblem[]): void => {
  if (preflight.obstacles.length > 0) {
    const detail = preflight.obstacles.map((obstacle) => obstacle.detail).join(' ');
    throw new AppError('campaign_not_ready', {
      detail,
      errors: preflight.obstacles.map((obstacle) => ({
        code: 'campaign_not_ready',
        detail: obstacle.detail,
      })),
    });
  }
  const left = preflight.problems.filter(({ problem }) => !exclude.includes(problem));
  if (left.length === 0) return;
  throw new AppError('campaign_has_problems', {
    detail: `${left.map(({ problem, count }) => `${problem}: ${count}`).join(', ')}.`,
    errors: left.map(({ problem, count }) => ({
      code: 'campaign_has_problems',
      pointer: '/exclude',
      detail: `${problem}: ${count}`,
    })),
  });
};
