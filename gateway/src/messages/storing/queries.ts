// The SQL of storing: message, request and idempotency key commit together or not at all, in one statement for a whole
// batch.

import type pg from 'pg';
import { insertRequestsFrom } from '../../monitoring/answering/request-answer.ts';
import { type RequestRow, requestColumns } from '../../monitoring/request-row.ts';
import {
  batchedStatement,
  type RowSource,
  type Statement,
} from '../../platform/database/batched-statement.ts';
import { sweepOld } from '../../platform/database/delete-old.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import { lastIncomingAt } from '../../windows/last-incoming.ts';
import { marginMilliseconds, windowMilliseconds } from '../../windows/window.ts';
import { messageColumns, type NewMessage } from '../message-columns.ts';

/** The messages of one request: all of them are stored or none. */
export interface NewRequest {
  readonly request: RequestRow;
  /** SHA-256 of what the request asks for; set when it carries an Idempotency-Key. */
  readonly fingerprint: Buffer | null;
  readonly messages: readonly [NewMessage, ...NewMessage[]];
}

/** True when the message row keeps the request until the outcome is written. */
const isPending = ({ messages }: NewRequest): boolean => (messages[0].pendingRequest ?? null) !== null;

const requestRows = requestColumns
  .from(({ request }: NewRequest) => request)
  .and<NewRequest>({
    first_message_id: ['uuid', ({ messages }) => messages[0].id],
    fingerprint: ['bytea', ({ fingerprint }) => fingerprint],
    is_pending: ['boolean', (asked) => isPending(asked)],
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

/** A message with the first message of its request, which identifies the request's key; null without a key. */
interface KeyedMessage {
  readonly message: NewMessage;
  readonly keyMessageId: string | null;
}

const keyedMessageRows = messageRows
  .from(({ message }: KeyedMessage) => message)
  .and<KeyedMessage>({ key_message_id: ['uuid', ({ keyMessageId }) => keyMessageId] });

const windowedMessageRows = keyedMessageRows.and<KeyedMessage>({
  checks_window: ['boolean', ({ message }) => message.checksWindow ?? false],
});

const openSeconds = (windowMilliseconds - marginMilliseconds) / 1000;

/**
 * The windows of the people to whom free text is sent. Only batches with such a message query them: the others do not
 * pay for it, and none pays for a round trip.
 */
const windows = (messages: RowSource): string => `,
  windows as materialized (
    select *, coalesce(last_incoming_at + interval '${openSeconds} seconds', '-infinity') <= now() as is_closed
    from (
      select row.id, row.request_id, ${lastIncomingAt({
        companyId: 'row.company_id',
        senderId: 'row.sender_id',
        personKey: 'coalesce(row.person_key, row.phone_number)',
      })} as last_incoming_at
      from ${messages.pick('company_id', 'id', 'request_id', 'sender_id', 'phone_number', 'person_key', 'checks_window')}
      where row.checks_window
        -- Stored by an earlier try whose reply was lost: it stands.
        and not exists (select from messages where messages.company_id = row.company_id and messages.id = row.id)
    ) looked_up
  ),
  closed as (
    select request_id from windows where is_closed
  )`;

/**
 * One statement for the whole batch. Ids are ours, so writing a batch again after a lost reply changes nothing. A request
 * with a message to a person who has opted out is kept out whole: this is the last word on consent, whichever process
 * learned of it. It reads the small index that holds only those people, with one look-up per message that no plan can
 * turn into a scan.
 */
const optedOutAmong = (messages: RowSource): string => `
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

const incoming = (requests: RowSource, messages: RowSource): string => `
  incoming_requests as (
    select * from ${requests.rows}
  ),${optedOutAmong(messages)}`;

/**
 * A key that is there already keeps its request out, and with it its messages; a key is known by the first message of its
 * request. Keys are claimed in sorted order, so that two processes with the same keys in their batches wait for each other
 * in turn and never in a circle.
 */
const claimed = (refused: string): string => `,
  claimed as (
    insert into idempotency_keys (company_id, key, fingerprint, message_id, status, answer)
    select company_id, idempotency_key, fingerprint, first_message_id, status, answer
    from incoming_requests
    where fingerprint is not null and id not in (${refused})
    order by company_id, idempotency_key
    on conflict do nothing
    returning message_id
  )`;

interface Storing {
  readonly messages: RowSource;
  readonly messageIsFree: string;
  readonly requestIsFree: string;
  /** The requests of which nothing is stored. */
  readonly refused: string;
  /** A repeated try leaves rows of the first one as they are. */
  readonly unlessThere: string;
}

const storedMessages = ({
  messages,
  messageIsFree,
  refused,
  unlessThere,
}: Omit<Storing, 'requestIsFree'>): string => `,
  stored_messages as (
    insert into messages (direction, due_at, ${messageRows.names})
    select 'out', schedule_at, ${messageRows.names}
    from ${messages.rows}
    where ${messageIsFree} and request_id not in (${refused})
    ${unlessThere}
  )`;

const stored = ({ requestIsFree, ...messages }: Storing): string => `${storedMessages(messages)},
  stored_requests as (${insertRequestsFrom(
    `incoming_requests where ${requestIsFree} and not is_pending and id not in (${messages.refused})`,
    messages.unlessThere,
  )}
  )`;

const optedOut = `
  select id as message_id, 'opted_out' as word, null::timestamptz as last_incoming_at from opted_out`;

const keptOut = (refused: string): string => `
  union all
  select first_message_id, 'keyed', null
  from incoming_requests
  where fingerprint is not null and first_message_id not in (select message_id from claimed)
    and id not in (${refused})`;

/** One row per message that was checked, also when the window is open, so the lane need not query again. */
const windowsFound = `
  union all
  select id, case when is_closed then 'closed' else 'open' end, last_incoming_at from windows`;

const onlyOptedOut = 'select request_id from opted_out';
const optedOutOrClosed = 'select request_id from opted_out union all select request_id from closed';

const keyedFree = {
  messageIsFree: '(key_message_id is null or key_message_id in (select message_id from claimed))',
  requestIsFree: '(fingerprint is null or first_message_id in (select message_id from claimed))',
} as const;

const unlessThere = 'on conflict do nothing';

/**
 * Idempotency keys cost time even when no message of the batch has one, so such a batch runs a statement without them.
 * So do the requests of messages that are sent at once: they are written with the outcome, and most batches hold no
 * others.
 */
const statements = {
  pending: batchedStatement(
    'store-messages-pending',
    { messages: messageRows },
    ({ messages }, whenRepeated) =>
      `with ${optedOutAmong(messages)}${storedMessages({
        messages,
        messageIsFree: 'true',
        refused: onlyOptedOut,
        unlessThere: whenRepeated(unlessThere),
      })}${optedOut}`,
  ),
  plain: batchedStatement(
    'store-messages',
    { requests: requestRows, messages: messageRows },
    ({ requests, messages }, whenRepeated) =>
      `with ${incoming(requests, messages)}${stored({
        messages,
        messageIsFree: 'true',
        requestIsFree: 'true',
        refused: onlyOptedOut,
        unlessThere: whenRepeated(unlessThere),
      })}${optedOut}`,
  ),
  keyed: batchedStatement(
    'store-messages-keyed',
    { requests: requestRows, messages: keyedMessageRows },
    ({ requests, messages }, whenRepeated) =>
      `with ${incoming(requests, messages)}${claimed(onlyOptedOut)}${stored({
        messages,
        ...keyedFree,
        refused: onlyOptedOut,
        unlessThere: whenRepeated(unlessThere),
      })}${optedOut}${keptOut(onlyOptedOut)}`,
  ),
  windowed: batchedStatement(
    'store-messages-windowed',
    { requests: requestRows, messages: windowedMessageRows },
    ({ requests, messages }, whenRepeated) =>
      `with ${incoming(requests, messages)}${windows(messages)}${claimed(optedOutOrClosed)}${stored({
        messages,
        ...keyedFree,
        refused: optedOutOrClosed,
        unlessThere: whenRepeated(unlessThere),
      })}${optedOut}${keptOut(optedOutOrClosed)}${windowsFound}`,
  ),
} as const;

const keyedMessages = (requests: readonly NewRequest[]): KeyedMessage[] =>
  requests.flatMap(({ fingerprint, messages }) =>
    messages.map((message) => ({ message, keyMessageId: fingerprint === null ? null : messages[0].id })),
  );

const toStatement = (requests: readonly NewRequest[], isRepeated: boolean): Statement => {
  if (requests.some(({ messages }) => messages.some((message) => message.checksWindow))) {
    return statements.windowed({ requests, messages: keyedMessages(requests) }, isRepeated);
  }
  if (requests.some(({ fingerprint }) => fingerprint !== null)) {
    return statements.keyed({ requests, messages: keyedMessages(requests) }, isRepeated);
  }
  const messages = requests.flatMap((asked) => asked.messages);
  return requests.every(isPending)
    ? statements.pending({ messages }, isRepeated)
    : statements.plain({ requests, messages }, isRepeated);
};

export interface KeptOut {
  /** The first messages of the requests whose key was there. */
  readonly keyed: ReadonlySet<string>;
  /** The messages to people who have opted out; nothing of their requests is stored. */
  readonly optedOut: ReadonlySet<string>;
  /** The messages to people whose window is closed, with when they last wrote; nothing of their requests is stored. */
  readonly closed: ReadonlyMap<string, Date | null>;
  /** When the person of a message last wrote, of those whose window is open. */
  readonly open: ReadonlyMap<string, Date>;
}

interface KeptOutRow {
  message_id: string;
  word: 'opted_out' | 'keyed' | 'closed' | 'open';
  last_incoming_at: Date | null;
}

/** Stores a batch and answers which messages were kept out. */
export const storeMessages = async (
  db: pg.Pool,
  rows: readonly NewRequest[],
  isRepeated = false,
): Promise<KeptOut> => {
  const { rows: kept } = await db.query<KeptOutRow>(toStatement(rows, isRepeated));
  if (kept.length === 0) return nothingKeptOut;
  const of = (word: KeptOutRow['word']): KeptOutRow[] => kept.filter((row) => row.word === word);
  return {
    keyed: new Set(of('keyed').map((row) => row.message_id)),
    optedOut: new Set(of('opted_out').map((row) => row.message_id)),
    closed: new Map(of('closed').map((row) => [row.message_id, row.last_incoming_at])),
    open: new Map(
      of('open').flatMap((row) => (row.last_incoming_at && [[row.message_id, row.last_incoming_at]]) || []),
    ),
  };
};

const nothingKeptOut: KeptOut = {
  keyed: new Set(),
  optedOut: new Set(),
  closed: new Map(),
  open: new Map(),
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

/** Forgets old keys, and answers how many went. */
export const sweepKeys = (db: pg.Pool, keptHours: number): Promise<number> =>
  sweepOld(
    db,
    { table: 'idempotency_keys', key: ['company_id', 'key'], since: 'created_at', unit: 'hours' },
    keptHours,
  );
