// Making and changing drafts: who, what, by which sender and when. What can be checked now is refused now; the rest is the
// pre-flight's.

import type { Audience, CampaignChange, NewCampaign, RetryCampaign } from '@hudhud/contract/campaigns.ts';
import type { MessageContent } from '@hudhud/contract/content.ts';
import type pg from 'pg';
import { checkFilter } from '../contacts/check-filter.ts';
import type { CompanyFacts } from '../contacts/read-contact.ts';
import { loadSegment } from '../contacts/segments/load-segment.ts';
import { toStoredContent } from '../messages/content/fill-content.ts';
import type { ResolveFiles } from '../messages/content/resolve-files.ts';
import { headerKindsIn } from '../messages/content/use-template.ts';
import { AppError, fieldProblem } from '../platform/errors.ts';
import { fromPublicId, newUuid } from '../platform/ids.ts';
import { hourMilliseconds } from '../platform/time.ts';
import { chooseSender } from '../senders/choose-sender.ts';
import type { SenderDirectory } from '../senders/directory.ts';
import type { KnownTemplate } from '../templates/template.ts';
import type { StoredAudience } from './audience/stored-audience.ts';
import type { CampaignKey, CampaignRow } from './campaign-row.ts';
import { forgetList, storeFile, storeRecipients } from './lists/read-list.ts';
import { checkFillable, underContent } from './placeholders.ts';
import { type DraftColumns, deleteDraft, findCampaign, insertCampaign, updateDraft } from './queries.ts';

export interface DraftOptions {
  readonly pool: pg.Pool;
  readonly senders: SenderDirectory;
  /** The fields and stores that contacts may name, and the country of numbers without a code. */
  readonly factsOf: (companyId: string) => Promise<CompanyFacts>;
  readonly resolveFiles: ResolveFiles;
}

const scheduleMillisecondsMax = 366 * 24 * hourMilliseconds;

export const requireCampaign = async (pool: pg.Pool, key: CampaignKey): Promise<CampaignRow> => {
  const row = await findCampaign(pool, key);
  if (!row) throw new AppError('campaign_not_found');
  return row;
};

export const refuseState = (row: CampaignRow, allowed: string): AppError =>
  new AppError('campaign_state', { detail: `The campaign is ${row.state}; ${allowed}.` });

const readSchedule = (text: string): Date => {
  const time = Date.parse(text);
  const ahead = time - Date.now();
  if (Number.isNaN(time) || ahead < -hourMilliseconds || ahead > scheduleMillisecondsMax) {
    const detail = '"schedule_at" must be a time within the next year.';
    throw fieldProblem('invalid_schedule', { pointer: '/schedule_at' }, detail);
  }
  return new Date(time);
};

const readAudience = async (
  { pool, factsOf }: DraftOptions,
  companyId: string,
  given: Audience,
): Promise<StoredAudience> => {
  const facts = await factsOf(companyId);
  if (given.segment_id !== undefined) {
    const segmentId = fromPublicId('segment', given.segment_id) ?? '';
    const segment = await loadSegment(pool, companyId, segmentId);
    if (!segment) {
      const pointer = '/audience/segment_id';
      throw fieldProblem('unknown_segment', { pointer }, 'The company has no such segment.');
    }
    return { kind: 'segment', segmentId, filter: segment.filter };
  }
  if (given.tags !== undefined) return { kind: 'tags', tags: given.tags, filter: { tags_any: given.tags } };
  if (given.file !== undefined) return await storeFile(pool, companyId, given.file, facts.country);
  if (given.recipients !== undefined)
    return await storeRecipients(pool, companyId, given.recipients, facts.country);
  return { kind: 'filter', filter: checkFilter(given.filter ?? {}, facts.definitions) };
};

const findSenderId = async (
  { senders }: DraftOptions,
  companyId: string,
  from: string | null,
): Promise<string | null> => {
  if (from === null) return null;
  return chooseSender(await senders.find(companyId), { from }).id;
};

const emptyDraft: DraftColumns = {
  name: '',
  text: '',
  content: null,
  sender_id: null,
  audience: null,
  schedule_at: null,
  sending_hours: null,
  messages_per_second: null,
  auto_pause: null,
};

/**
 * Files are fetched, looked at and kept now, for everybody: a campaign of a million uploads one picture once. A start asks again,
 * because a draft may wait for longer than a file is kept.
 */
export const useFiles = async (
  { resolveFiles }: Pick<DraftOptions, 'resolveFiles'>,
  companyId: string,
  content: MessageContent,
  {
    sendAt = new Date(),
    template,
  }: { readonly sendAt?: Date; readonly template?: KnownTemplate | null } = {},
): Promise<MessageContent> => {
  try {
    const headerKinds = template ? headerKindsIn(template) : undefined;
    return (await resolveFiles(content, { companyId, personKey: null, sendAt, headerKinds })) ?? content;
  } catch (error) {
    // A template is a field of its own.
    throw content.type === 'template' ? error : underContent(error);
  }
};

/** A text and a content say the same thing; the one that is given replaces both. */
const readContent = async (
  options: DraftOptions,
  companyId: string,
  change: CampaignChange,
): Promise<Pick<DraftColumns, 'text' | 'content'> | null> => {
  const { text, content, template } = change;
  const given = [text, content, template ?? undefined].filter((one) => one !== undefined);
  if (given.length > 1) {
    const detail = 'A campaign has "text", "content" or "template": one of them.';
    throw fieldProblem('invalid_value', { pointer: '/text' }, detail);
  }
  if (content !== undefined) {
    checkFillable(content, '/content');
    const stored = toStoredContent(await useFiles(options, companyId, content));
    return { text: stored.body, content: stored.content };
  }
  // Whether it is there and what it lacks is the pre-flight's: the sender may still change.
  if (template) {
    const used = await useFiles(options, companyId, { type: 'template', template });
    const { body: line, content: kept } = toStoredContent(used);
    return { text: line, content: kept };
  }
  if (text === undefined) return null;
  checkFillable({ type: 'text', message: text }, '/text');
  return { text, content: null };
};

/** The draft with the changes of the body. */
const layOver = async (
  options: DraftOptions,
  companyId: string,
  draft: DraftColumns,
  change: CampaignChange,
): Promise<DraftColumns> => {
  return {
    ...draft,
    ...(change.name !== undefined && { name: change.name.trim() }),
    ...(await readContent(options, companyId, change)),
    ...(change.from !== undefined && { sender_id: await findSenderId(options, companyId, change.from) }),
    ...(change.schedule_at !== undefined && {
      schedule_at: change.schedule_at === null ? null : readSchedule(change.schedule_at),
    }),
    ...(change.sending_hours !== undefined && { sending_hours: change.sending_hours }),
    ...(change.messages_per_second !== undefined && { messages_per_second: change.messages_per_second }),
    ...(change.auto_pause !== undefined && { auto_pause: change.auto_pause }),
    // Last, because a list is written at once: nothing else may be refused after it.
    ...(change.audience && { audience: await readAudience(options, companyId, change.audience) }),
  };
};

/** Answers the UUID of the draft. */
export const createDraft = async (
  options: DraftOptions,
  companyId: string,
  body: NewCampaign,
): Promise<string> => {
  const key = { companyId, id: newUuid() };
  await insertCampaign(options.pool, key, await layOver(options, companyId, emptyDraft, body));
  return key.id;
};

/** A list that is in use by another campaign, a duplicate of this one, stays. */
const forgetListOf = async (
  pool: pg.Pool,
  { company_id: companyId, audience }: CampaignRow,
): Promise<void> => {
  if (audience?.kind === 'list') await forgetList(pool, companyId, audience.listId);
};

export const changeDraft = async (
  options: DraftOptions,
  key: CampaignKey,
  change: CampaignChange,
): Promise<void> => {
  const before = await requireCampaign(options.pool, key);
  if (before.state !== 'draft') throw refuseState(before, 'only a draft can be changed');
  const draft = await layOver(options, key.companyId, before, change);
  if (!(await updateDraft(options.pool, key, draft))) {
    throw refuseState(await requireCampaign(options.pool, key), 'only a draft can be changed');
  }
  if (change.audience) await forgetListOf(options.pool, before);
};

export const removeDraft = async (pool: pg.Pool, key: CampaignKey): Promise<void> => {
  const deleted = await deleteDraft(pool, key);
  if (!deleted) throw refuseState(await requireCampaign(pool, key), 'only a draft can be deleted');
  await forgetListOf(pool, deleted);
};

const newNameOf = (row: CampaignRow, ending: string): string => `${row.name.slice(0, 190)} ${ending}`;

/** The same campaign as a new draft, without its schedule. A list is shared, or gone with its people. Answers the UUID. */
export const duplicateCampaign = async (pool: pg.Pool, row: CampaignRow): Promise<string> => {
  const key = { companyId: row.company_id, id: newUuid() };
  const audience = row.forgotten_at !== null && row.audience?.kind === 'list' ? null : row.audience;
  await insertCampaign(pool, key, { ...row, name: newNameOf(row, '(2)'), audience, schedule_at: null });
  return key.id;
};

/** A new draft for those whom this one did not reach. Answers the UUID. */
export const retryCampaign = async (
  pool: pg.Pool,
  row: CampaignRow,
  body: RetryCampaign,
): Promise<string> => {
  if (row.started_at === null) throw refuseState(row, 'only one that was started can be tried again');
  if (row.forgotten_at !== null) throw refuseState(row, 'its people are no longer kept');
  const key = { companyId: row.company_id, id: newUuid() };
  const audience: StoredAudience = {
    kind: 'retry',
    campaignId: row.id,
    states: body.states ?? ['failed'],
    reasons: body.reasons ?? null,
  };
  const name = body.name?.trim() ?? newNameOf(row, '(retry)');
  await insertCampaign(pool, key, { ...row, name, audience, schedule_at: null });
  return key.id;
};
