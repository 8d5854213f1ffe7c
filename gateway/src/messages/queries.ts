// The SQL of messages. Storing is one statement for a whole batch: message, request and idempotency key commit together
// or not at all.

import type { MessageQuery, MessageStatus } from '@hudhud/contract/messages.ts';
import type pg from 'pg';
import { type RequestRow, requestArrays, requestArrayTypes } from '../monitoring/request-row.ts';
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

const requestColumns = `company_id, id, method, path, status, error_code, duration_ms, source, user_agent,
  caller_request_id, idempotency_key, body, body_bytes, body_is_whole, answer, message_id, retry_of`;

const requestParameters = requestArrayTypes.map((type, index) => `$${index + 1}::${type}`).join(', ');

const messageParameters = (first: number): string =>
  ['text[]', 'text[]', 'text[]', 'text[]'].map((type, index) => `$${first + index}::${type}`).join(', ');

const messageArrays = (rows: readonly NewMessage[]): string[] => [
  textArray(rows.map((row) => row.phoneNumber)),
  textArray(rows.map((row) => row.body)),
  textArray(rows.map((row) => row.type)),
  textArray(rows.map((row) => row.provider)),
];

const incoming = (parameters: string, extra: string): string => `
  incoming as (
    select * from unnest(${parameters}) as row (
      company_id, request_id, method, path, status, error_code, duration_ms, source, user_agent, caller_request_id,
      idempotency_key, request_body, body_bytes, body_is_whole, answer, message_id, retry_of,
      phone_number, body, type, provider${extra})
  )`;

/** Writing a batch again after a lost reply must change nothing, hence `on conflict do nothing` on our own ids. */
const storeFrom = (source: string): string => `
  stored_messages as (
    insert into messages (company_id, id, direction, status, type, phone_number, body, provider, request_id)
    select company_id, message_id, 'out', 'queued', type, phone_number, body, provider, request_id from ${source}
    on conflict do nothing
  ),
  stored_requests as (
    insert into requests (${requestColumns})
    select company_id, request_id, method, path, status, error_code, duration_ms, source, user_agent,
      caller_request_id, idempotency_key, request_body, body_bytes, body_is_whole, answer, message_id, retry_of
    from ${source}
    on conflict do nothing
  )`;

const parameterCount = requestArrayTypes.length;

const storeText = `
  with ${incoming(`${requestParameters}, ${messageParameters(parameterCount + 1)}`, '')},
  ${storeFrom('incoming')}
  select 1 limit 0`;

/**
 * With keys: a key that is already there keeps its row out. Keys are claimed in sorted order, so that two processes with
 * the same keys in their batches wait for each other in turn and never in a circle.
 */
const storeKeyedText = `
  with ${incoming(
    `${requestParameters}, ${messageParameters(parameterCount + 1)}, $${parameterCount + 5}::bytea[]`,
    ', fingerprint',
  )},
  claimed as (
    insert into idempotency_keys (company_id, key, fingerprint, message_id, status, answer)
    select company_id, idempotency_key, fingerprint, message_id, status, answer
    from incoming
    where fingerprint is not null
    order by company_id, idempotency_key
    on conflict do nothing
    returning company_id, key, message_id
  ),
  admitted as (
    select * from incoming
    where fingerprint is null or (company_id, message_id) in (select company_id, message_id from claimed)
  ),
  ${storeFrom('admitted')}
  select message_id from admitted`;

/** Stores a batch and answers the ids of the messages that were kept out because their key was already there. */
export const storeMessages = async (db: pg.Pool, rows: readonly NewMessage[]): Promise<Set<string>> => {
  const values = [...requestArrays(rows.map((row) => row.request)), ...messageArrays(rows)];
  if (!rows.some((row) => row.fingerprint)) {
    await db.query({ name: 'store-messages', text: storeText, values });
    return new Set();
  }
  const stored = await db.query<{ message_id: string }>({
    name: 'store-messages-keyed',
    text: storeKeyedText,
    values: [...values, bytesArray(rows.map((row) => row.fingerprint))],
  });
  const admitted = new Set(stored.rows.map((row) => row.message_id));
  return new Set(rows.map((row) => row.id).filter((id) => !admitted.has(id)));
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
