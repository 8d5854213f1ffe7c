// The SQL of storing: message, request and idempotency key commit together or not at all, in one statement for a whole
// batch.

import type pg from 'pg';
import { type RequestRow, requestColumns } from '../../monitoring/request-row.ts';
import {
  batchedStatement,
  type RowSource,
  type Statement,
} from '../../platform/database/batched-statement.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import { messageColumns, type NewMessage } from '../message-columns.ts';

/** What one request asks to be stored: all of it or nothing. */
export interface NewRequest {
  readonly request: RequestRow;
  /** SHA-256 of what the request asks for; set when it carries an Idempotency-Key. */
  readonly fingerprint: Buffer | null;
  readonly messages: readonly [NewMessage, ...NewMessage[]];
}

const requestRows = requestColumns
  .from(({ request }: NewRequest) => request)
  .and<NewRequest>({
    first_message_id: ['uuid', ({ messages }) => messages[0].id],
    fingerprint: ['bytea', ({ fingerprint }) => fingerprint],
  });

/** A new outgoing message is in no campaign, and its provider has said nothing of it. */
const messageRows = messageColumns.without(
  'campaign_id',
  'campaign_position',
  'provider_message_id',
  'contact_name',
  'contact_user_id',
  'contact_username',
  'raw',
);

/** A message with what its request's key is known by: the first message of the request, or null without a key. */
interface KeyedMessage {
  readonly message: NewMessage;
  readonly keyMessageId: string | null;
}

const keyedMessageRows = messageRows
  .from(({ message }: KeyedMessage) => message)
  .and<KeyedMessage>({ key_message_id: ['uuid', ({ keyMessageId }) => keyMessageId] });

/**
 * One statement for the whole batch. Ids are ours, so writing a batch again after a lost reply changes nothing. A request
 * with a message to a person who has opted out is kept out whole: this is the last word on consent, whichever process heard
 * of it. It is asked of the small index that holds only those people, as a look per message that no plan can turn into a
 * scan.
 */
const incoming = (requests: RowSource, messages: RowSource): string => `
  incoming_requests as (
    select * from ${requests.rows}
  ),
  opted_out as (
    select row.id, row.request_id
    from ${messages.pick('company_id', 'id', 'request_id', 'phone_number', 'person_key', 'transactional_reason')}
    where row.transactional_reason is null and case
      when (
        select true from contact_addresses
        where contact_addresses.company_id = row.company_id
          and contact_addresses.key = coalesce(row.person_key, row.phone_number) collate "C" and is_opted_out
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

interface Storing {
  readonly messages: RowSource;
  readonly messageIsFree: string;
  readonly requestIsFree: string;
  /** A repeated try leaves rows of the first one as they are. */
  readonly unlessThere: string;
}

const stored = ({ messages, messageIsFree, requestIsFree, unlessThere }: Storing): string => `,
  stored_messages as (
    insert into messages (direction, due_at, ${messageRows.names})
    select 'out', schedule_at, ${messageRows.names}
    from ${messages.rows}
    where ${messageIsFree} and request_id not in (select request_id from opted_out)
    ${unlessThere}
  ),
  stored_requests as (
    insert into requests (${requestColumns.names})
    select ${requestColumns.names}
    from incoming_requests
    where ${requestIsFree} and id not in (select request_id from opted_out)
    ${unlessThere}
  )`;

const optedOut = `
  select id as message_id, true as is_opted_out from opted_out`;

const keptOut = `
  union all
  select first_message_id, false
  from incoming_requests
  where fingerprint is not null and first_message_id not in (select message_id from claimed)
    and id not in (select request_id from opted_out)`;

const unlessThere = 'on conflict do nothing';

/** Keys cost time even when nobody brings one, so a batch without them does without. */
const statements = {
  plain: batchedStatement(
    'store-messages',
    { requests: requestRows, messages: messageRows },
    ({ requests, messages }, whenRepeated) =>
      `with ${incoming(requests, messages)}${stored({
        messages,
        messageIsFree: 'true',
        requestIsFree: 'true',
        unlessThere: whenRepeated(unlessThere),
      })}${optedOut}`,
  ),
  keyed: batchedStatement(
    'store-messages-keyed',
    { requests: requestRows, messages: keyedMessageRows },
    ({ requests, messages }, whenRepeated) =>
      `with ${incoming(requests, messages)}${claimed}${stored({
        messages,
        messageIsFree: '(key_message_id is null or key_message_id in (select message_id from claimed))',
        requestIsFree: '(fingerprint is null or first_message_id in (select message_id from claimed))',
        unlessThere: whenRepeated(unlessThere),
      })}${optedOut}${keptOut}`,
  ),
} as const;

const keyedMessages = (requests: readonly NewRequest[]): KeyedMessage[] =>
  requests.flatMap(({ fingerprint, messages }) =>
    messages.map((message) => ({ message, keyMessageId: fingerprint === null ? null : messages[0].id })),
  );

const toStatement = (requests: readonly NewRequest[], isRepeated: boolean): Statement =>
  requests.some(({ fingerprint }) => fingerprint !== null)
    ? statements.keyed({ requests, messages: keyedMessages(requests) }, isRepeated)
    : statements.plain({ requests, messages: requests.flatMap(({ messages }) => messages) }, isRepeated);

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
  const kept = await db.query<{ message_id: string; is_opted_out: boolean }>(toStatement(rows, isRepeated));
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
