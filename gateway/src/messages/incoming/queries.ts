// The SQL of incoming messages: the message and its event, in one statement for a whole batch.

import type pg from 'pg';
import type { EmittedEvent } from '../../events/emitted-event.ts';
import { eventColumns } from '../../events/event-columns.ts';
import { batchedStatement } from '../../platform/database/batched-statement.ts';
import { sweepOld } from '../../platform/database/delete-old.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import { messageColumns, type NewMessage } from '../message-columns.ts';

export interface IncomingRow extends NewMessage {
  /** Out: it was written in the phone app. */
  readonly direction: 'in' | 'out';
  /** UUID of the message that it answers, reacts to, changes or deletes. */
  readonly refersToId: string | null;
  /** ISO 8601, as the provider says. */
  readonly at: string;
  readonly eventId: string;
  /** The person may be sent free text for a day from then on. */
  readonly opensWindow?: boolean;
  readonly eventType: 'incoming_message' | 'message_edited' | 'message_deleted' | 'app_message';
}

/** An incoming message was asked for by no request, and waits for nothing. */
const storedColumns = messageColumns.without(
  'request_id',
  'reference',
  'on_unknown',
  'priority',
  'schedule_at',
  'expires_at',
  'attempt',
  'lane_id',
  'owner_epoch',
  'transactional_reason',
  'pending_request',
  'campaign_id',
  'campaign_position',
);
const messageRows = storedColumns.and<IncomingRow>({
  direction: ['text', (row) => row.direction],
  refers_to_id: ['uuid', (row) => row.refersToId],
});

/**
 * A message that is there already is left as it is, and no event is emitted again. One from the phone app was sent: its
 * first status names the provider's id, by which the statuses that follow find it.
 */
const storing = batchedStatement(
  'store-incoming',
  {
    messages: messageRows.and<IncomingRow>({
      at: ['timestamptz', (row) => row.at],
      event_id: ['uuid', (row) => row.eventId],
      opens_window: ['boolean', (row) => row.opensWindow ?? false],
      event_type: ['text', (row) => row.eventType],
    }),
  },
  ({ messages }) => `
  with incoming as (
    select * from ${messages.rows}
  ),
  stored as (
    insert into messages (${messageRows.names})
    select ${messageRows.names}
    from incoming
    order by company_id, id
    on conflict do nothing
    returning company_id, id, direction, provider_message_id
  ),
  from_app as (
    insert into message_statuses (company_id, message_id, attempt, status, at, provider_message_id)
    select company_id, id, 0, 'sent', now(), provider_message_id from stored where direction = 'out'
    on conflict do nothing
  ),
  -- By the provider's time, and only ever forward: a callback that comes days late opens nothing.
  opened as (
    insert into conversation_windows as known (company_id, sender_id, person_key, last_incoming_at)
    select company_id, sender_id, coalesce(person_key, phone_number) as key, max(least(at, now()))
    from incoming
    where opens_window and coalesce(person_key, phone_number) <> '' and (id in (select id from stored)) is true
    group by company_id, sender_id, key
    order by company_id, sender_id, key
    on conflict (company_id, sender_id, person_key) do update
    set last_incoming_at = excluded.last_incoming_at, is_closing_told = false
    where known.last_incoming_at < excluded.last_incoming_at
  )
  insert into events ${eventColumns({ type: 'event_type', at: 'at', message_id: 'id', sender_id: 'sender_id' })}
  from incoming
  -- "is true" makes it a look into a hash; a join might compare every row with every row.
  where (id in (select id from stored)) is true
  returning id`,
);

const toEmitted = (row: IncomingRow): EmittedEvent => ({
  company_id: row.companyId,
  id: row.eventId,
  type: row.eventType,
  at: new Date(row.at),
  message_id: row.id,
  attempt: null,
  status: null,
  sender_id: row.senderId,
  data: null,
  message_type: row.type,
  phone_number: row.phoneNumber,
  person_key: row.personKey,
  body: row.body,
  content: row.content ?? null,
  provider: row.provider,
  provider_message_id: row.providerMessageId ?? null,
  reference: null,
  contact_name: row.contactName ?? null,
  contact_user_id: row.contactUserId ?? null,
  contact_username: row.contactUsername ?? null,
  refers_to_id: row.refersToId,
  raw: row.raw ?? null,
});

/** Stores a batch and answers the events of what was new in it. No two rows may have the same id. */
export const storeIncoming = async (db: pg.Pool, rows: readonly IncomingRow[]): Promise<EmittedEvent[]> => {
  const emitted = await db.query<{ id: string }>(storing({ messages: rows }));
  const eventIds = new Set(emitted.rows.map((row) => row.id));
  return rows.filter((row) => eventIds.has(row.eventId)).map(toEmitted);
};

/** A message without a time of its own, and the id it gets if it was never reported before. */
export interface UntimedMessage {
  readonly companyId: string;
  /** UUID made of the sender and the provider's id. */
  readonly digest: string;
  readonly id: string;
}

/**
 * The ids of messages without a time, by digest: the first process to report one decides, also when two report it at
 * the same moment. No two rows may have the same company and digest.
 */
export const claimUntimed = async (
  db: pg.Pool,
  rows: readonly UntimedMessage[],
): Promise<ReadonlyMap<string, string>> => {
  const claimed = await db.query<{ digest: string; id: string }>({
    name: 'claim-untimed',
    text: `
      insert into callback_parts (company_id, digest, id)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as row (company_id, digest, id)
      order by company_id, digest
      on conflict (company_id, digest) do update set id = callback_parts.id
      returning digest, id`,
    values: [
      plainArray(rows.map((row) => row.companyId)),
      plainArray(rows.map((row) => row.digest)),
      plainArray(rows.map((row) => row.id)),
    ],
  });
  return new Map(claimed.rows.map((row) => [row.digest, row.id]));
};

/** Forgets what no provider repeats any more, and answers how many went. */
export const deleteCallbackParts = (db: pg.Pool, keptDays: number): Promise<number> =>
  sweepOld(
    db,
    { table: 'callback_parts', key: ['company_id', 'digest'], since: 'told_at', unit: 'days' },
    keptDays,
  );

interface IncomingKey {
  company_id: string;
  sender_id: string;
  provider_message_id: string;
  id: string;
}

/**
 * The messages behind provider ids, none older than `sinceId`: message ids by sender and provider id. Looked for among the
 * messages with the person, because no index of messages names the provider's id.
 */
export const findIncoming = async (
  db: pg.Pool,
  wanted: readonly {
    readonly companyId: string;
    readonly personKey: string;
    readonly providerMessageId: string;
  }[],
  sinceId: string,
): Promise<IncomingKey[]> => {
  const { rows } = await db.query<IncomingKey>({
    name: 'find-incoming',
    text: `
      select messages.company_id, sender_id, messages.provider_message_id, id
      from unnest($1::uuid[], $2::text[], $3::text[]) as wanted (company_id, key, provider_message_id)
      join messages on messages.company_id = wanted.company_id
        and coalesce(messages.person_key, messages.phone_number) = wanted.key
        and messages.provider_message_id = wanted.provider_message_id
      where id >= $4::uuid`,
    values: [
      plainArray(wanted.map((one) => one.companyId)),
      textArray(wanted.map((one) => one.personKey)),
      textArray(wanted.map((one) => one.providerMessageId)),
      sinceId,
    ],
  });
  return rows;
};
