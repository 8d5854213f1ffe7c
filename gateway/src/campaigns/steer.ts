// Starting, pausing, resuming and cancelling a campaign. Each step is one transaction that holds the campaign's row: the
// producer holds the same one, so that nothing is produced after a pause or a cancel is committed.

import type { ExcludableProblem, PauseReason } from '@hudhud/contract/campaigns.ts';
import type pg from 'pg';
import type { Company } from '../companies/directory.ts';
import type { LaneKey } from '../dispatch/lane-key.ts';
import { checkMaySend } from '../messages/accepting.ts';
import { inTransaction, type Queryable } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newUuid } from '../platform/ids.ts';
import { hourMilliseconds } from '../platform/time.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import { type CampaignKey, type CampaignRow, contentOf, keyOf } from './campaign-row.ts';
import {
  companyTemplates,
  findCampaignTemplate,
  type TemplateSource,
  templateOf,
} from './campaign-template.ts';
import { type DraftOptions, refuseState, requireCampaign, useFiles } from './drafts.ts';
import { emitCampaignEvent } from './events.ts';
import { checkMayStart, checkTemplate, currentAudience, findSender, runPreflight } from './preflight.ts';
import { cancelMessages, cancelWaiting, holdMessages, releaseMessages } from './produce/queries.ts';
import { changeState, lockCampaign, markStarted, updateContent } from './queries.ts';

export interface SteerOptions extends Pick<DraftOptions, 'resolveFiles'> {
  readonly pool: pg.Pool;
  readonly senders: SenderDirectory;
  readonly templates: TemplateSource;
  readonly maxAgeHours: number;
  /** Something of the campaign waits for its process. */
  readonly wake: () => void;
  readonly pokeLanes: (lanes: readonly LaneKey[]) => void;
  /** Events of these companies are committed. */
  readonly onEmitted: (companyIds: readonly string[]) => void;
}

/** So many are cancelled before the answer; the rest is done behind it. */
const cancelledAtOnce = 5_000;

export const startCampaign = async (
  options: SteerOptions,
  company: Company,
  key: CampaignKey,
  exclude: readonly ExcludableProblem[],
): Promise<void> => {
  const { pool, senders } = options;
  const found = await requireCampaign(pool, key);
  if (found.state !== 'draft') throw refuseState(found, 'only a draft can be started');
  checkMaySend(company);
  const row = { ...found, audience: await currentAudience(pool, found) };
  checkMayStart(await runPreflight(pool, options, row, company.timezone), exclude);
  const sender = await findSender(senders, row);
  const checked = await checkTemplate(options.templates, row, sender);
  const used = await useFiles(options, company.id, contentOf(checked.row), {
    sendAt: row.schedule_at ?? new Date(),
    template: checked.template,
  });
  const isLater = (row.schedule_at?.getTime() ?? 0) > Date.now();
  const started = await markStarted(pool, key, {
    state: isLater ? 'scheduled' : 'preparing',
    senderId: sender?.id ?? '',
    exclude,
    audience: row.audience,
    content: row.content && used,
  });
  if (!started) throw refuseState(await requireCampaign(pool, key), 'only a draft can be started');
  options.wake();
};

/**
 * Holds back messages that have not begun. Also for rounds of a paused campaign: a failed attempt requeues into the
 * lane.
 */
export const holdBack = async (db: Queryable, row: CampaignRow): Promise<void> => {
  if (row.sender_id !== null) await holdMessages(db, keyOf(row), row.sender_id);
};

/** Null: it was in no state to be paused. */
export const pause = async (
  options: Pick<SteerOptions, 'pool' | 'onEmitted'>,
  key: CampaignKey,
  reason: PauseReason,
): Promise<CampaignRow | null> => {
  const paused = await inTransaction(options.pool, async (client) => {
    const row = await changeState(client, key, ['scheduled', 'preparing', 'running'], 'paused', reason);
    if (!row) return null;
    await holdBack(client, row);
    await emitCampaignEvent(client, 'campaign_paused', row);
    return row;
  });
  if (paused) options.onEmitted([key.companyId]);
  return paused;
};

export const pauseCampaign = async (options: SteerOptions, key: CampaignKey): Promise<void> => {
  const paused = await pause(options, key, { kind: 'person', detail: 'Somebody paused it.' });
  if (!paused) throw refuseState(await requireCampaign(options.pool, key), 'it cannot be paused');
};

/** A person who resumes a campaign has seen the category of its template; one that cannot be sent is refused. */
const agreedContent = async (
  { templates }: SteerOptions,
  row: CampaignRow,
  sender: Sender,
): Promise<CampaignRow['content']> => {
  const given = templateOf(row);
  if (!given) return null;
  const known = await companyTemplates(templates, row.company_id);
  const { category } = findCampaignTemplate(known, sender, given);
  return { type: 'template', template: { ...given, category } };
};

export const resumeCampaign = async (
  options: SteerOptions,
  company: Company,
  key: CampaignKey,
): Promise<void> => {
  checkMaySend(company);
  const found = await requireCampaign(options.pool, key);
  const sender = await findSender(options.senders, found);
  const content = sender && (await agreedContent(options, found, sender));
  const resumed = await inTransaction(options.pool, async (client) => {
    const row = await lockCampaign(client, key);
    if (row?.state !== 'paused') return null;
    if (!sender) throw new AppError('sender_missing');
    const next = row.prepared_at ? 'running' : 'preparing';
    const changed = await changeState(client, key, ['paused'], next);
    if (content) await updateContent(client, key, content);
    const expiresAt = new Date(Date.now() + options.maxAgeHours * hourMilliseconds);
    await releaseMessages(client, key, sender.id, expiresAt);
    return changed;
  });
  if (!resumed) throw refuseState(found, 'only a paused one can be resumed');
  if (sender) options.pokeLanes([{ companyId: key.companyId, senderId: sender.id }]);
  options.wake();
};

/** Cancels waiting recipients and queued messages of a cancelled campaign. True: there are more. */
export const takeBack = async (pool: pg.Pool, row: CampaignRow, rowsMax: number): Promise<boolean> => {
  const key = keyOf(row);
  const newIds = (count: number): string[] => Array.from({ length: count }, () => newUuid());
  if (row.sender_id !== null) await cancelMessages(pool, key, row.sender_id, newIds);
  return await cancelWaiting(pool, key, rowsMax);
};

export const cancelCampaign = async (options: SteerOptions, key: CampaignKey): Promise<void> => {
  const { pool } = options;
  const cancelled = await changeState(
    pool,
    key,
    ['scheduled', 'preparing', 'running', 'paused'],
    'cancelled',
  );
  if (!cancelled)
    throw refuseState(await requireCampaign(pool, key), 'only one that is not over can be cancelled');
  await takeBack(pool, cancelled, cancelledAtOnce);
  options.onEmitted([key.companyId]);
  options.wake();
};
