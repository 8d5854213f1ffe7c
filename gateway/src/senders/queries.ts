// The SQL of senders.

import type { WindowMode } from '@hudhud/contract/companies.ts';
import type { SenderState } from '@hudhud/contract/senders.ts';
import { eventColumns } from '../events/event-columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { StoredHealth } from './health/stored-health.ts';

export interface SenderRow {
  company_id: string;
  id: string;
  store_id: string | null;
  name: string;
  provider: string;
  account: string | null;
  phone_number: string | null;
  is_default: boolean;
  is_simulated: boolean;
  messages_per_second: number;
  state: SenderState;
  failure: string | null;
  state_changed_at: Date;
  fields: Buffer;
  last_callback_at: Date | null;
  /** JSON. */
  callback_problem: string | null;
  callback_problem_at: Date | null;
  /** The health that the provider last reported. */
  health: StoredHealth | null;
  health_read_at: Date | null;
  /** JSON. */
  health_failure: string | null;
  token_alerts: string[];
  created_at: Date;
  /** The company's mode. */
  window_mode: WindowMode;
}

const selectSenders =
  'select senders.*, companies.window_mode from senders join companies on companies.id = company_id';

/** Oldest first: where nothing else decides, the oldest sender sends. */
export const listSenders = async (db: Queryable, companyId: string): Promise<SenderRow[]> => {
  const { rows } = await db.query<SenderRow>({
    name: 'list-senders',
    text: `${selectSenders} where company_id = $1 order by senders.id`,
    values: [companyId],
  });
  return rows;
};

/**
 * Writes a new state and its event, both or neither. A state that is already known changes nothing, so
 * that a thousand refusals in a row make one event.
 */
export const updateSenderState = async (
  db: Queryable,
  change: {
    companyId: string;
    senderId: string;
    state: SenderState;
    failure: string | null;
    eventId: string;
    eventData: string;
    /** When it was so; null means now. What is older than the last change says nothing about the sender as it is. */
    at: Date | null;
  },
): Promise<boolean> => {
  const { rowCount } = await db.query({
    name: 'update-sender-state',
    text: `
      with changed as (
        update senders set state = $3, failure = $4, state_changed_at = now()
        where company_id = $1 and id = $2 and (
          state <> $3
          or failure::json ->> 'code' is distinct from ($4::text)::json ->> 'code'
        )
          -- What was refused waits for a person; that a test or a call fails too is no news.
          and not (state = 'suspended' and $3 = 'failing')
          -- Providers report times in whole seconds.
          and ($7::timestamptz is null or state_changed_at < $7::timestamptz + interval '1 second')
        returning company_id, id
      )
      insert into events ${eventColumns({ id: '$5', type: `'sender_state'`, sender_id: 'id', data: '$6' })}
      from changed`,
    values: [
      change.companyId,
      change.senderId,
      change.state,
      change.failure,
      change.eventId,
      change.eventData,
      change.at,
    ],
  });
  return rowCount === 1;
};

/**
 * Lets changes of one company's senders happen one after the other: two that both make a first or a default sender at
 * once would otherwise meet in the unique index. False when there is no such company.
 */
export const lockSenders = async (db: Queryable, companyId: string): Promise<boolean> => {
  const { rowCount } = await db.query('select 1 from companies where id = $1 for no key update', [companyId]);
  return rowCount === 1;
};

export const findSender = async (
  db: Queryable,
  companyId: string,
  senderId: string,
): Promise<SenderRow | null> => {
  const { rows } = await db.query<SenderRow>(`${selectSenders} where company_id = $1 and senders.id = $2`, [
    companyId,
    senderId,
  ]);
  return rows[0] ?? null;
};

export const listSenderPage = async (
  db: Queryable,
  companyId: string,
  range: { below: string; limit: number },
): Promise<SenderRow[]> => {
  const { rows } = await db.query<SenderRow>(
    `${selectSenders} where company_id = $1 and senders.id < $2 order by senders.id desc limit $3`,
    [companyId, range.below, range.limit + 1],
  );
  return rows;
};

export const hasStore = async (db: Queryable, companyId: string, storeId: string): Promise<boolean> => {
  const { rowCount } = await db.query('select 1 from stores where company_id = $1 and id = $2', [
    companyId,
    storeId,
  ]);
  return rowCount === 1;
};

export type NewSenderRow = Omit<
  SenderRow,
  | 'is_default'
  | 'state'
  | 'failure'
  | 'state_changed_at'
  | 'last_callback_at'
  | 'callback_problem'
  | 'callback_problem_at'
  | 'window_mode'
  | 'health'
  | 'health_read_at'
  | 'health_failure'
  | 'token_alerts'
  | 'created_at'
>;

/** Not the default yet: `makeDefault` is the only one who says so. */
export const insertSender = async (db: Queryable, row: NewSenderRow): Promise<void> => {
  await db.query(
    `insert into senders (company_id, id, store_id, name, provider, account, phone_number, is_simulated,
      messages_per_second, fields)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.company_id,
      row.id,
      row.store_id,
      row.name,
      row.provider,
      row.account,
      row.phone_number,
      row.is_simulated,
      row.messages_per_second,
      row.fields,
    ],
  );
};

/** Two statements, because the unique index is checked row by row: first no default, then the new one. */
export const makeDefault = async (db: Queryable, companyId: string, senderId: string): Promise<void> => {
  await db.query('update senders set is_default = false where company_id = $1 and is_default and id <> $2', [
    companyId,
    senderId,
  ]);
  await db.query(
    'update senders set is_default = true where company_id = $1 and id = $2 and not is_default',
    [companyId, senderId],
  );
};

export const updateSender = async (db: Queryable, row: NewSenderRow): Promise<void> => {
  await db.query(
    `update senders set store_id = $3, name = $4, account = $5, phone_number = $6, is_simulated = $7,
      messages_per_second = $8, fields = $9,
      token_alerts = case when fields = $9 then token_alerts else '{}' end,
      health_read_at = case when fields = $9 then health_read_at end
    where company_id = $1 and id = $2`,
    [
      row.company_id,
      row.id,
      row.store_id,
      row.name,
      row.account,
      row.phone_number,
      row.is_simulated,
      row.messages_per_second,
      row.fields,
    ],
  );
};

export const updatePhoneNumber = async (
  db: Queryable,
  companyId: string,
  senderId: string,
  phoneNumber: string,
): Promise<void> => {
  await db.query('update senders set phone_number = $3 where company_id = $1 and id = $2', [
    companyId,
    senderId,
    phoneNumber,
  ]);
};

/** Null: what was wrong is right again. */
export const setCallbackProblem = async (
  db: Queryable,
  companyId: string,
  senderId: string,
  problem: string | null,
): Promise<void> => {
  await db.query(
    `update senders set callback_problem = $3, callback_problem_at = case when $3::text is not null then now() end
     where company_id = $1 and id = $2`,
    [companyId, senderId, problem],
  );
};

/** Whether messages wait for the sender, at once or later, or are being sent by it: one question per partial index. */
export const hasMessagesToSend = async (
  db: Queryable,
  companyId: string,
  senderId: string,
): Promise<boolean> => {
  const { rows } = await db.query<{ found: boolean }>(
    `select exists (
        select 1 from messages where company_id = $1 and lane_id = $2 and due_at is null
      ) or exists (
        select 1 from messages where company_id = $1 and lane_id = $2 and due_at is not null
      ) or exists (
        select 1 from messages where company_id = $1 and sender_id = $2 and owner_epoch is not null
      ) as found`,
    [companyId, senderId],
  );
  return rows[0]?.found ?? false;
};

export const deleteSenderRow = async (db: Queryable, companyId: string, senderId: string): Promise<void> => {
  await db.query('delete from senders where company_id = $1 and id = $2', [companyId, senderId]);
};

export const hasCompany = async (db: Queryable, companyId: string): Promise<boolean> => {
  const { rowCount } = await db.query('select 1 from companies where id = $1', [companyId]);
  return rowCount === 1;
};
