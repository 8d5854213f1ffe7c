// The SQL of storing: message, request and idempotency key commit together or not at all, in one statement for a whole
// batch.

import type pg from 'pg';
import { type RequestRow, requestColumns } from '../../monitoring/request-row.ts';
import { batchedStatement } from '../../platform/database/batched-statement.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';

export interface NewMessage {
  readonly companyId: string;
  readonly id: string;
  readonly requestId: string;
  readonly phoneNumber: string;
  readonly body: string;
  readonly type: string;
  readonly provider: string;
  readonly senderId: string;
  readonly reference: string | null;
  readonly onUnknown: string;
  /** Why it goes also to a person who has opted out. Null: it does not. */
  readonly transactionalReason: string | null;
  readonly priority: number;
  readonly scheduleAt: Date | null;
  readonly expiresAt: Date;
  /** How it begins: waiting in a lane, or on its way in a process's name. */
  readonly status: 'queued' | 'sending';
  readonly attempt: number;
  readonly laneId: string | null;
  readonly ownerEpoch: string | null;
}

/** What one request asks to be stored: all of it or nothing. */
export interface NewRequest {
  readonly request: RequestRow;
  /** SHA-256 of what the request asks for; set when it carries an Idempotency-Key. */
  readonly fingerprint: Buffer | null;
  readonly messages: readonly [NewMessage, ...NewMessage[]];
}

/**
 * One statement for the whole batch. Ids are ours, so writing a batch again after a lost reply changes nothing. A request
 * with a message to a person who has opted out is kept out whole: this is the last word on consent, whichever process heard
 * of it. It is asked of the small index that holds only those people, as a look per message that no plan can turn into a
 * scan.
 */
const incoming = `
  incoming_requests as (
    select * from unnest(
      $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::text[], $7::real[], $8::text[], $9::text[],
      $10::text[], $11::text[], $12::text[], $13::integer[], $14::boolean[], $15::text[], $16::uuid[], $17::uuid[],
      $18::uuid[], $19::bytea[]
    ) as row (
      company_id, id, method, path, status, error_code, duration_ms, source, user_agent, caller_request_id,
      idempotency_key, body, body_bytes, body_is_whole, answer, message_id, retry_of, first_message_id, fingerprint
    )
  ),
  opted_out as (
    select row.id, row.request_id
    from unnest($20::uuid[], $21::uuid[], $22::uuid[], $24::text[], $38::text[])
      as row (company_id, id, request_id, phone_number, transactional_reason)
    where row.transactional_reason is null and case
      when (
        select true from contacts
        where contacts.company_id = row.company_id and contacts.phone_number = row.phone_number
          and contacts.consent = 'opted_out'
        limit 1)
      -- Stored by an earlier try whose reply was lost: it stands.
      then not exists (
        select from messages where messages.company_id = row.company_id and messages.id = row.id)
      else false end
  )`;

/**
 * A key that is there already keeps its request out, and with it its messages; a key is known by the first message of its
 * request. Keys are claimed in sorted order, so that two processes with the same keys in their batches wait for each other
 * in turn and never in a circle.
 */
const claimed = `,
  claimed as (
    insert into idempotency_keys (company_id, key, fingerprint, message_id, status, answer)
    select company_id, idempotency_key, fingerprint, first_message_id, status, answer
    from incoming_requests
    where fingerprint is not null and id not in (select request_id from opted_out)
    order by company_id, idempotency_key
    on conflict do nothing
    returning message_id
  )`;

const stored = (messageIsFree: string, requestIsFree: string): string => `,
  stored_messages as (
    insert into messages (
      company_id, id, direction, request_id, phone_number, body, type, provider, sender_id, reference, on_unknown,
      priority, schedule_at, due_at, expires_at, status, attempt, lane_id, owner_epoch, transactional_reason
    )
    select company_id, id, 'out', request_id, phone_number, body, type, provider, sender_id, reference, on_unknown,
      priority, schedule_at, schedule_at, expires_at, status, attempt, lane_id, owner_epoch, transactional_reason
    from unnest(
      $20::uuid[], $21::uuid[], $22::uuid[], $23::uuid[], $24::text[], $25::text[], $26::text[], $27::text[],
      $28::uuid[], $29::text[], $30::text[], $31::smallint[], $32::timestamptz[], $33::timestamptz[], $34::text[],
      $35::smallint[], $36::uuid[], $37::bigint[], $38::text[]
    ) as row (
      company_id, id, request_id, key_message_id, phone_number, body, type, provider, sender_id, reference, on_unknown,
      priority, schedule_at, expires_at, status, attempt, lane_id, owner_epoch, transactional_reason
    )
    where ${messageIsFree} and request_id not in (select request_id from opted_out)
    on conflict do nothing /* when repeated */
  ),
  stored_requests as (
    insert into requests (
      company_id, id, method, path, status, error_code, duration_ms, source, user_agent, caller_request_id,
      idempotency_key, body, body_bytes, body_is_whole, answer, message_id, retry_of
    )
    select company_id, id, method, path, status, error_code, duration_ms, source, user_agent, caller_request_id,
      idempotency_key, body, body_bytes, body_is_whole, answer, message_id, retry_of
    from incoming_requests
    where ${requestIsFree} and id not in (select request_id from opted_out)
    on conflict do nothing /* when repeated */
  )`;

const optedOut = `
  select id as message_id, true as is_opted_out from opted_out`;

const keptOut = `
  union all
  select first_message_id, false
  from incoming_requests
  where fingerprint is not null and first_message_id not in (select message_id from claimed)
    and id not in (select request_id from opted_out)`;

/** Keys cost time even when nobody brings one, so a batch without them does without. */
const statements = {
  plain: batchedStatement('store-messages', `with ${incoming}${stored('true', 'true')}${optedOut}`),
  keyed: batchedStatement(
    'store-messages-keyed',
    `with ${incoming}${claimed}${stored(
      '(key_message_id is null or key_message_id in (select message_id from claimed))',
      '(fingerprint is null or first_message_id in (select message_id from claimed))',
    )}${optedOut}${keptOut}`,
  ),
} as const;

const messageColumns = (rows: readonly NewRequest[]): unknown[] => {
  const messages = rows.flatMap((row) => row.messages);
  const keyIds = rows.flatMap(({ fingerprint, messages: own }) =>
    own.map(() => (fingerprint === null ? null : own[0].id)),
  );
  return [
    messages.map((message) => message.companyId),
    messages.map((message) => message.id),
    messages.map((message) => message.requestId),
    keyIds,
    messages.map((message) => message.phoneNumber),
    messages.map((message) => message.body),
    messages.map((message) => message.type),
    messages.map((message) => message.provider),
    messages.map((message) => message.senderId),
    messages.map((message) => message.reference),
    messages.map((message) => message.onUnknown),
    messages.map((message) => message.priority),
    messages.map((message) => message.scheduleAt),
    messages.map((message) => message.expiresAt),
    messages.map((message) => message.status),
    messages.map((message) => message.attempt),
    messages.map((message) => message.laneId),
    messages.map((message) => message.ownerEpoch),
    messages.map((message) => message.transactionalReason),
  ];
};

export interface KeptOut {
  /** The first messages of the requests whose key was there. */
  readonly keyed: ReadonlySet<string>;
  /** The messages to people who have opted out; nothing of their requests is stored. */
  readonly optedOut: ReadonlySet<string>;
}

/** Stores a batch and answers what was kept out. */
export const storeMessages = async (
  db: pg.Pool,
  rows: readonly NewRequest[],
  isRepeated = false,
): Promise<KeptOut> => {
  const needed = rows.some(({ fingerprint }) => fingerprint !== null) ? 'keyed' : 'plain';
  const kept = await db.query<{ message_id: string; is_opted_out: boolean }>(
    statements[needed](
      [
        ...requestColumns(rows.map((row) => row.request)),
        rows.map((row) => row.messages[0].id),
        rows.map((row) => row.fingerprint),
        ...messageColumns(rows),
      ],
      isRepeated,
    ),
  );
  const ids = (isOptedOut: boolean): Set<string> =>
    new Set(kept.rows.filter((row) => row.is_opted_out === isOptedOut).map((row) => row.message_id));
  return { keyed: ids(false), optedOut: ids(true) };
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
    `with old as materialized (
       select company_id, key from idempotency_keys where created_at < now() - make_interval(hours => $1) limit $2
     )
     delete from idempotency_keys using old
     where idempotency_keys.company_id = old.company_id and idempotency_keys.key = old.key
       and created_at < now() - make_interval(hours => $1)`,
    [keptHours, rowsMax],
  );
  return rowCount ?? 0;
};
