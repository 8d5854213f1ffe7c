// The SQL of campaigns themselves: drafts, lists, and the steps from one state to the next. Every step names the states it
// may be taken from; no row updated means that another request or process was quicker.

import type { PauseReason } from '@hudhud/contract/campaigns.ts';
import type { CampaignState } from '@hudhud/contract/states.ts';
import type pg from 'pg';
import { eventColumns } from '../events/event-columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { IdRange } from '../platform/paging.ts';
import { isAlive } from '../processes/is-alive.ts';
import type { CampaignKey, CampaignRow } from './campaign-row.ts';
import { isCompanyThere } from './is-company-there.ts';

export type DraftColumns = Pick<
  CampaignRow,
  | 'name'
  | 'text'
  | 'content'
  | 'sender_id'
  | 'audience'
  | 'schedule_at'
  | 'sending_hours'
  | 'messages_per_second'
  | 'auto_pause'
>;

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const draftValues = (draft: DraftColumns): unknown[] => [
  draft.name,
  draft.text,
  json(draft.content),
  draft.sender_id,
  json(draft.audience),
  draft.schedule_at,
  json(draft.sending_hours),
  draft.messages_per_second,
  json(draft.auto_pause),
];

export const insertCampaign = async (db: Queryable, key: CampaignKey, draft: DraftColumns): Promise<void> => {
  await db.query(
    `insert into campaigns (company_id, id, name, text, content, sender_id, audience, schedule_at, sending_hours,
       messages_per_second, auto_pause)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [key.companyId, key.id, ...draftValues(draft)],
  );
};

/** Null when there is no such draft. */
export const updateDraft = async (db: Queryable, key: CampaignKey, draft: DraftColumns): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update campaigns set name = $3, text = $4, content = $5, sender_id = $6, audience = $7, schedule_at = $8,
       sending_hours = $9, messages_per_second = $10, auto_pause = $11, updated_at = now()
     where company_id = $1 and id = $2 and state = 'draft'`,
    [key.companyId, key.id, ...draftValues(draft)],
  );
  return rowCount === 1;
};

/** Null: there is no such draft. */
export const deleteDraft = async (db: Queryable, key: CampaignKey): Promise<CampaignRow | null> => {
  const { rows } = await db.query<CampaignRow>(
    `delete from campaigns where company_id = $1 and id = $2 and state = 'draft' returning *`,
    [key.companyId, key.id],
  );
  return rows[0] ?? null;
};

export const findCampaign = async (db: Queryable, key: CampaignKey): Promise<CampaignRow | null> => {
  const { rows } = await db.query<CampaignRow>({
    name: 'find-campaign',
    text: 'select * from campaigns where company_id = $1 and id = $2',
    values: [key.companyId, key.id],
  });
  return rows[0] ?? null;
};

/** Locks the row: no one else changes it until the transaction ends. */
export const lockCampaign = async (db: pg.ClientBase, key: CampaignKey): Promise<CampaignRow | null> => {
  const { rows } = await db.query<CampaignRow>(
    'select * from campaigns where company_id = $1 and id = $2 for no key update',
    [key.companyId, key.id],
  );
  return rows[0] ?? null;
};

export const listCampaigns = async (
  db: Queryable,
  companyId: string,
  range: IdRange,
  state: CampaignState | null,
): Promise<CampaignRow[]> => {
  const { rows } = await db.query<CampaignRow>(
    `select * from campaigns
     where company_id = $1 and id >= $2 and id < $3 and ($4::text is null or state = $4)
     order by id desc limit $5`,
    [companyId, range.from, range.below, state, range.limit + 1],
  );
  return rows;
};

export const markStarted = async (
  db: Queryable,
  key: CampaignKey,
  start: {
    readonly state: 'scheduled' | 'preparing';
    readonly senderId: string;
    readonly exclude: readonly string[];
    readonly audience: CampaignRow['audience'];
    readonly content: CampaignRow['content'];
  },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update campaigns set state = $3, sender_id = $4, exclude = $5, audience = $6, content = $7, started_at = now(),
       updated_at = now()
     where company_id = $1 and id = $2 and state = 'draft'`,
    [
      key.companyId,
      key.id,
      start.state,
      start.senderId,
      [...start.exclude],
      json(start.audience),
      json(start.content),
    ],
  );
  return rowCount === 1;
};

/** A person has seen what became of its template, and goes on with it. */
export const updateContent = async (
  db: Queryable,
  key: CampaignKey,
  content: CampaignRow['content'],
): Promise<void> => {
  await db.query('update campaigns set content = $3 where company_id = $1 and id = $2', [
    key.companyId,
    key.id,
    json(content),
  ]);
};

/** A step that needs nothing but its states. Resuming a campaign that was judged before starts the judging over. */
export const changeState = async (
  db: Queryable,
  key: CampaignKey,
  from: readonly CampaignState[],
  to: CampaignState,
  pauseReason: PauseReason | null = null,
): Promise<CampaignRow | null> => {
  const { rows } = await db.query<CampaignRow>(
    `update campaigns set state = $4, pause_reason = $5, updated_at = now(),
       judged_from = case when $4 = 'running' then produced_position else judged_from end,
       finished_at = case when $4 = 'completed' then now() end
     where company_id = $1 and id = $2 and state = any ($3::text[]) and finished_at is null
     returning *`,
    [key.companyId, key.id, [...from], to, json(pauseReason)],
  );
  return rows[0] ?? null;
};

export const markPrepared = async (db: Queryable, key: CampaignKey, epoch: string): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update campaigns set state = 'running', prepared_at = now(), updated_at = now()
     where company_id = $1 and id = $2 and state = 'preparing' and owner_epoch = $3`,
    [key.companyId, key.id, epoch],
  );
  return rowCount === 1;
};

/** Statistics of the ledger are out of date after so many new rows, and plans made from now on need good ones. */
export const analyzeLedger = async (db: Queryable): Promise<void> => {
  await db.query('analyze campaign_recipients');
};

export const markFinished = async (db: Queryable, key: CampaignKey): Promise<void> => {
  await db.query(
    `update campaigns set finished_at = now(), updated_at = now()
     where company_id = $1 and id = $2 and state = 'cancelled' and finished_at is null`,
    [key.companyId, key.id],
  );
};

export interface ActiveCampaign extends CampaignRow {
  readonly is_owner_alive: boolean;
}

/** All campaigns that a process has to look after, of all companies but those that are being deleted. */
export const listActive = async (db: Queryable): Promise<ActiveCampaign[]> => {
  const { rows } = await db.query<ActiveCampaign>({
    name: 'list-active-campaigns',
    text: `
      select *, owner_epoch is not null and ${isAlive('campaigns.owner_epoch')} as is_owner_alive
      from campaigns
      where state <> 'draft' and finished_at is null and ${isCompanyThere('campaigns.company_id')}
      order by company_id, id`,
  });
  return rows;
};

/** Claims a campaign that no living process runs. */
export const claimCampaign = async (db: Queryable, key: CampaignKey, epoch: string): Promise<boolean> => {
  const { rowCount } = await db.query({
    name: 'claim-campaign',
    text: `
      update campaigns set owner_epoch = $3
      where company_id = $1 and id = $2 and finished_at is null and state <> 'draft'
        and (owner_epoch is null or not ${isAlive('campaigns.owner_epoch')}) and ${isAlive('$3::bigint')}`,
    values: [key.companyId, key.id, epoch],
  });
  return rowCount === 1;
};

/** For a process that leaves: others need not wait for its lease to end. */
export const freeCampaigns = async (db: Queryable, epoch: string): Promise<void> => {
  await db.query(
    `update campaigns set owner_epoch = null where owner_epoch = $1 and state <> 'draft' and finished_at is null`,
    [epoch],
  );
};

export const insertCampaignEvent = async (
  db: Queryable,
  event: { readonly companyId: string; readonly id: string; readonly type: string; readonly data: object },
): Promise<void> => {
  await db.query(
    `insert into events ${eventColumns({ company_id: '$1', id: '$2', type: '$3', data: '$4' })}`,
    [event.companyId, event.id, event.type, JSON.stringify(event.data)],
  );
};
