// The SQL of incoming messages: the message and the event that tells it, in one statement for a whole batch.

import type pg from 'pg';
import { eventColumns } from '../../events/event-columns.ts';
import type { ToldEvent } from '../../events/told-event.ts';
import { batchedStatement } from '../../platform/database/batched-statement.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import { messageColumns, type NewMessage } from '../message-columns.ts';

export interface IncomingRow extends NewMessage {
  /** ISO 8601, as the provider says. */
  readonly at: string;
  readonly eventId: string;
}

/** An incoming message was asked for by no request, and waits for nothing. */
const messageRows = messageColumns.without(
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
  'campaign_id',
  'campaign_position',
);

/** A message that is there already is left as it is, and nobody is told of it again. */
const storing = batchedStatement(
  'store-incoming',
  {
    messages: messageRows.and<IncomingRow>({
      at: ['timestamptz', (row) => row.at],
      event_id: ['uuid', (row) => row.eventId],
    }),
  },
  ({ messages }) => `
  with incoming as (
    select * from ${messages.rows}
  ),
  stored as (
    insert into messages (direction, ${messageRows.names})
    select 'in', ${messageRows.names}
    from incoming
    order by company_id, id
    on conflict do nothing
    returning company_id, id
  )
  insert into events ${eventColumns({ type: `'incoming_message'`, at: 'at', message_id: 'id', sender_id: 'sender_id' })}
  from incoming
  -- "is true" makes it a look into a hash; a join might compare every row with every row.
  where (id in (select id from stored)) is true
  returning id`,
);

const toTold = (row: IncomingRow): ToldEvent => ({
  company_id: row.companyId,
  id: row.eventId,
  type: 'incoming_message',
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
  raw: row.raw ?? null,
});

/** Stores a batch and answers the events of what was new in it. No two rows may have the same id. */
export const storeIncoming = async (db: pg.Pool, rows: readonly IncomingRow[]): Promise<ToldEvent[]> => {
  const told = await db.query<{ id: string }>(storing({ messages: rows }));
  const eventIds = new Set(told.rows.map((row) => row.id));
  return rows.filter((row) => eventIds.has(row.eventId)).map(toTold);
};

/** A message without a time of its own, and the id it gets if it was never told before. */
export interface UntimedMessage {
  readonly companyId: string;
  /** UUID made of the sender and the provider's id. */
  readonly digest: string;
  readonly id: string;
}

/**
 * The ids of messages without a time, by digest: the first who tells one decides, also when two processes are told at the
 * same moment. No two rows may have the same company and digest.
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

/** Forgets what no provider repeats any more, a bounded number at a time, and answers how many went. */
export const deleteCallbackParts = async (
  db: pg.Pool,
  keptDays: number,
  rowsMax: number,
): Promise<number> => {
  const { rowCount } = await db.query(
    `with old as materialized (
       select company_id, digest from callback_parts where told_at < now() - make_interval(days => $1) limit $2
     )
     delete from callback_parts using old
     where callback_parts.company_id = old.company_id and callback_parts.digest = old.digest
       and told_at < now() - make_interval(days => $1)`,
    [keptDays, rowsMax],
  );
  return rowCount ?? 0;
};

/**
 * The incoming messages behind provider ids, none older than `sinceId`: message ids by sender and provider id. Looked for
 * among the messages of the person who wrote, because no index names the provider's id.
 */
export const findIncoming = async (
  db: pg.Pool,
  wanted: readonly {
    readonly companyId: string;
    readonly personKey: string;
    readonly providerMessageId: string;
  }[],
  sinceId: string,
): Promise<{ sender_id: string; provider_message_id: string; id: string }[]> => {
  const { rows } = await db.query<{ sender_id: string; provider_message_id: string; id: string }>({
    name: 'find-incoming',
    text: `
      select sender_id, messages.provider_message_id, id
      from unnest($1::uuid[], $2::text[], $3::text[]) as wanted (company_id, key, provider_message_id)
      join messages on messages.company_id = wanted.company_id
        and coalesce(messages.person_key, messages.phone_number) = wanted.key
        and messages.provider_message_id = wanted.provider_message_id
      where id >= $4::uuid and direction = 'in'`,
    values: [
      plainArray(wanted.map((one) => one.companyId)),
      textArray(wanted.map((one) => one.personKey)),
      textArray(wanted.map((one) => one.providerMessageId)),
      sinceId,
    ],
  });
  return rows;
};
