// A forecast of starting the campaign now: how many people it reaches, what is wrong with the others, and how long it
// takes. Starting runs the same check, so the start holds no surprise.

import type { ExcludableProblem, Preflight } from '@hudhud/contract/campaigns.ts';
import type { MessageContent } from '@hudhud/contract/content.ts';
import type pg from 'pg';
import { loadSegment } from '../contacts/segments/load-segment.ts';
import { toDay } from '../costs/read-costs.ts';
import { mapTexts } from '../messages/content/map-texts.ts';
import { readableLine } from '../messages/content/readable-line.ts';
import { fillPlaceholders } from '../messages/fill-placeholders.ts';
import { AppError } from '../platform/errors.ts';
import { chooseSender } from '../senders/choose-sender.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import { fillTemplate } from '../templates/filling/fill-template.ts';
import type { KnownTemplate } from '../templates/template.ts';
import type { StoredAudience } from './audience/stored-audience.ts';
import type { SurveyedPerson } from './audience/survey/queries.ts';
import { emptySurvey, survey, windowFor } from './audience/survey/survey-audience.ts';
import { type CampaignRow, contentOf, keyOf } from './campaign-row.ts';
import {
  companyTemplates,
  expandTemplate,
  findCampaignTemplate,
  findTemplateObstacles,
  type TemplateSource,
  templateOf,
} from './campaign-template.ts';
import { listPlaceholders } from './placeholders.ts';
import { opensAt, stretch } from './sending-hours.ts';

/** The steady pace is a little below the sender's limit. */
const steadyShare = 0.92;

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
  const { type } = contentOf(row);
  if (sender && !sender.provider.content[type])
    add('content_not_carried', `${sender.provider.title} does not carry messages of the type ${type}.`);
  if (!sender) add('sender_missing', 'The company has no sender, or the chosen one is gone.');
  else if (sender.state === 'suspended')
    add('sender_suspended', `The sender ${sender.name} is suspended. ${sender.failure?.action ?? ''}`.trim());
  return obstacles;
};

/** Filled without another check: a text too long for the first person is skipped for them when it is sent. */
const sampleOf = (
  row: CampaignRow,
  template: KnownTemplate | null,
  first: SurveyedPerson | null,
): MessageContent | null => {
  if (!first || row.text === '') return null;
  const values = first.variables ?? {};
  const given = templateOf(row);
  if (!given) return mapTexts(contentOf(row), (text, pointer) => fillPlaceholders(text, values, pointer));
  try {
    return template && { type: 'template', template: fillTemplate(template, given, values) };
  } catch (error) {
    // Its mistake is reported as an obstacle.
    if (error instanceof AppError) return null;
    throw error;
  }
};

interface CheckedTemplate {
  /** With its template as it will be sent. */
  readonly row: CampaignRow;
  /** Null: it sends something else, or its template cannot be sent. */
  readonly template: KnownTemplate | null;
  readonly obstacles: readonly Obstacle[];
}

/** Finds the template of a campaign and lays out which values it takes from each person. */
export const checkTemplate = async (
  source: TemplateSource,
  row: CampaignRow,
  sender: Sender | null,
): Promise<CheckedTemplate> => {
  const given = templateOf(row);
  if (!given || !sender) return { row, template: null, obstacles: [] };
  try {
    const template = findCampaignTemplate(await companyTemplates(source, row.company_id), sender, given);
    const content = expandTemplate(template, given);
    return { row: { ...row, content }, template, obstacles: findTemplateObstacles(template, content) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { row, template: null, obstacles: [{ code: error.code, detail: error.detail }] };
  }
};

/** The audience as it is meant now: a segment may have changed since it was chosen. Null: it is gone. */
export const currentAudience = async (pool: pg.Pool, row: CampaignRow): Promise<StoredAudience | null> => {
  if (row.audience?.kind !== 'segment') return row.audience;
  const segment = await loadSegment(pool, row.company_id, row.audience.segmentId);
  return segment && { ...row.audience, filter: segment.filter };
};

export const runPreflight = async (
  pool: pg.Pool,
  { senders, templates }: { readonly senders: SenderDirectory; readonly templates: TemplateSource },
  found: CampaignRow,
  timezone: string,
): Promise<Preflight> => {
  const sender = await findSender(senders, found);
  const { row, template, obstacles: ofTemplate } = await checkTemplate(templates, found, sender);
  const begins = Math.max(Date.now(), row.schedule_at?.getTime() ?? 0);
  const window = sender && windowFor(sender, contentOf(row));
  const { figures, problems, first, cost } = row.audience
    ? await survey(
        pool,
        {
          key: keyOf(row),
          audience: row.audience,
          placeholders: listPlaceholders(contentOf(row)),
          window,
        },
        { category: template?.category ?? 'service', day: toDay(begins, timezone) },
      )
    : emptySurvey;
  const { reachable, agreed, inside, outside } = figures;
  const pace = Math.max(1, Math.floor((sender?.messagesPerSecond ?? 1) * steadyShare));
  const messagesPerSecond = Math.min(pace, row.messages_per_second ?? pace);
  const opens = opensAt(row.sending_hours, timezone, new Date(begins)).getTime();
  const obstacles = [...ofTemplate, ...obstaclesOf(row, sender, reachable)];
  const sample = sampleOf(row, template, first);
  return {
    may_start: problems.length === 0 && obstacles.length === 0,
    listed: figures.listed,
    reachable,
    problems,
    window: window && row.audience && { is_checked: window.isChecked, inside, outside },
    consent: row.audience && { opted_in: agreed, not_asked: reachable - agreed },
    cost,
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
    sample: sample && readableLine(sample),
    sample_content: sample,
  };
};

/** Refuses to start while there is an obstacle, or a problem that the request does not exclude on purpose. */
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
