// The SQL of messages. Storing is one statement for a whole batch: message, request and idempotency key commit together
// or not at all.

import type { MessageQuery, MessageStatus } from '@hudhud/contract/messages.ts';
import type pg from 'pg';
import { type RequestRow, requestArrays } from '../monitoring/request-row.ts';
import { queryBuilder } from '../platform/database.ts';
import type { IdRange } from '../platform/paging.ts';
import { bytesArray, plainArray, textArray } from '../platform/sql-array.ts';

export interface NewMessage {
  readonly companyId: string;
  readonly id: string;
  readonly phoneNumber: string;
  readonly body: string;
  readonly type: string;
  readonly provider: string;
  readonly request: RequestRow;
  /** SHA-256 of what the request asks for; set when it carries an Idempotency-Key. */
  readonly fingerprint: Buffer | null;
}

export interface MessageRow {
  company_id: string;
  id: string;
  direction: 'out' | 'in';
  status: MessageStatus;
  type: string;
  phone_number: string;
  body: string;
  provider: string;
  request_id: string | null;
  updated_at: Date;
}

interface Tables {
  messages: MessageRow;
}

/**
 * One statement for the whole batch. A key that is there already keeps its row out; keys are claimed in sorted order, so
 * that two processes with the same keys in their batches wait for each other in turn and never in a circle. Ids are
 * ours, and `on conflict do nothing` makes writing a batch again after a lost reply change nothing.
 */
const storeText = `
  with incoming as (
    select * from unnest(
      $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::text[], $7::real[], $8::text[], $9::text[],
      $10::text[], $11::text[], $12::text[], $13::integer[], $14::boolean[], $15::text[], $16::uuid[], $17::uuid[],
      $18::text[], $19::text[], $20::text[], $21::text[], $22::bytea[]
    ) as row (
      company_id, request_id, method, path, status, error_code, duration_ms, source, user_agent,
      caller_request_id, idempotency_key, request_body, body_bytes, body_is_whole, answer, message_id, retry_of,
      phone_number, body, type, provider, fingerprint
    )
  ),
  claimed as (
    insert into idempotency_keys (company_id, key, fingerprint, message_id, status, answer)
    select company_id, idempotency_key, fingerprint, message_id, status, answer
    from incoming
    where fingerprint is not null
    order by company_id, idempotency_key
    on conflict do nothing
    returning message_id
  ),
  admitted as (
    select * from incoming where fingerprint is null or message_id in (select message_id from claimed)
  ),
  stored_messages as (
    insert into messages (company_id, id, direction, status, type, phone_number, body, provider, request_id)
    select company_id, message_id, 'out', 'queued', type, phone_number, body, provider, request_id
    from admitted
    on conflict do nothing
  ),
  stored_requests as (
    insert into requests (
      company_id, id, method, path, status, error_code, duration_ms, source, user_agent, caller_request_id,
      idempotency_key, body, body_bytes, body_is_whole, answer, message_id, retry_of
    )
    select company_id, request_id, method, path, status, error_code, duration_ms, source, user_agent,
      caller_request_id, idempotency_key, request_body, body_bytes, body_is_whole, answer, message_id, retry_of
    from admitted
    on conflict do nothing
  )
  select message_id from incoming where message_id not in (select message_id from admitted)`;

/** Stores a batch and answers the ids of the messages that were kept out because their key was already there. */
export const storeMessages = async (db: pg.Pool, rows: readonly NewMessage[]): Promise<Set<string>> => {
  const keptOut = await db.query<{ message_id: string }>({
    name: 'store-messages',
    text: storeText,
    values: [
      ...requestArrays(rows.map((row) => row.request)),
      textArray(rows.map((row) => row.phoneNumber)),
      textArray(rows.map((row) => row.body)),
      textArray(rows.map((row) => row.type)),
      textArray(rows.map((row) => row.provider)),
      bytesArray(rows.map((row) => row.fingerprint)),
    ],
  });
  return new Set(keptOut.rows.map((row) => row.message_id));
};

export interface IdempotencyKeyRow {
  company_id: string;
  key: string;
  fingerprint: Buffer;
  message_id: string;
  status: number;
  answer: string;
  is_expired: boolean;
}

export const findIdempotencyKeys = async (
  db: pg.Pool,
  keys: readonly { companyId: string; key: string }[],
  keptHours: number,
): Promise<IdempotencyKeyRow[]> => {
  const { rows } = await db.query<IdempotencyKeyRow>({
    name: 'find-idempotency-keys',
    text: `
      select company_id, key, fingerprint, message_id, status, answer,
        created_at < now() - make_interval(hours => $3) as is_expired
      from idempotency_keys
      join unnest($1::uuid[], $2::text[]) as wanted (company_id, key) using (company_id, key)`,
    values: [plainArray(keys.map((key) => key.companyId)), textArray(keys.map((key) => key.key)), keptHours],
  });
  return rows;
};

/** Forgets one key that has outlived its time; the message it names must be the one that was read. */
export const deleteIdempotencyKey = async (db: pg.Pool, key: IdempotencyKeyRow): Promise<void> => {
  await db.query('delete from idempotency_keys where company_id = $1 and key = $2 and message_id = $3', [
    key.company_id,
    key.key,
    key.message_id,
  ]);
};

/** Forgets old keys, a bounded number at a time, and answers how many went. */
export const sweepIdempotencyKeys = async (
  db: pg.Pool,
  keptHours: number,
  rowsMax: number,
): Promise<number> => {
  const { rowCount } = await db.query(
    `delete from idempotency_keys where ctid = any (array(
       select ctid from idempotency_keys where created_at < now() - make_interval(hours => $1) limit $2))`,
    [keptHours, rowsMax],
  );
  return rowCount ?? 0;
};

export const findMessage = async (db: pg.Pool, companyId: string, id: string): Promise<MessageRow | null> => {
  const { rows } = await db.query<MessageRow>({
    name: 'find-message',
    text: 'select * from messages where company_id = $1 and id = $2',
    values: [companyId, id],
  });
  return rows[0] ?? null;
};

/** One page, newest first, and one row more to learn whether another page follows. */
export const listMessages = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  filter: MessageQuery,
): Promise<MessageRow[]> => {
  let query = queryBuilder<Tables>(db)
    .selectFrom('messages')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '>=', range.from)
    .where('id', '<', range.below);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.direction !== undefined) query = query.where('direction', '=', filter.direction);
  if (filter.phone_number !== undefined) query = query.where('phone_number', '=', filter.phone_number);
  return await query
    .orderBy('id', 'desc')
    .limit(range.limit + 1)
    .execute();
};
