// The SQL of incoming messages: the message and the event that tells it, in one statement for a whole batch.

import type pg from 'pg';
import type { ToldEvent } from '../../events/told-event.ts';
import { batchedStatement } from '../../platform/database/batched-statement.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';

export interface IncomingRow {
  readonly companyId: string;
  readonly id: string;
  readonly senderId: string;
  readonly provider: string;
  readonly providerMessageId: string;
  readonly type: string;
  readonly phoneNumber: string;
  readonly body: string;
  readonly contactName: string | null;
  /** JSON. */
  readonly raw: string | null;
  /** ISO 8601, as the provider says. */
  readonly at: string;
  readonly eventId: string;
}

/** A message that is there already is left as it is, and nobody is told of it again. */
const storing = batchedStatement(
  'store-incoming',
  `
  with incoming as (
    select * from unnest(
      $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::timestamptz[], $12::uuid[]
    ) as row (
      company_id, id, sender_id, provider, provider_message_id, type, phone_number, body, contact_name, raw, at,
      event_id
    )
  ),
  stored as (
    insert into messages (
      company_id, id, direction, status, sender_id, provider, provider_message_id, type, phone_number, body,
      contact_name, raw
    )
    select company_id, id, 'in', 'received', sender_id, provider, provider_message_id, type, phone_number, body,
      contact_name, raw
    from incoming
    order by company_id, id
    on conflict do nothing
    returning company_id, id
  )
  insert into events (company_id, id, type, at, message_id, sender_id)
  select company_id, event_id, 'incoming_message', at, id, sender_id
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
  body: row.body,
  provider: row.provider,
  provider_message_id: row.providerMessageId,
  reference: null,
  contact_name: row.contactName,
  raw: row.raw,
});

/** Stores a batch and answers the events of what was new in it. No two rows may have the same id. */
export const storeIncoming = async (db: pg.Pool, rows: readonly IncomingRow[]): Promise<ToldEvent[]> => {
  const told = await db.query<{ id: string }>(
    storing([
      rows.map((row) => row.companyId),
      rows.map((row) => row.id),
      rows.map((row) => row.senderId),
      rows.map((row) => row.provider),
      rows.map((row) => row.providerMessageId),
      rows.map((row) => row.type),
      rows.map((row) => row.phoneNumber),
      rows.map((row) => row.body),
      rows.map((row) => row.contactName),
      rows.map((row) => row.raw),
      rows.map((row) => row.at),
      rows.map((row) => row.eventId),
    ]),
  );
  const eventIds = new Set(told.rows.map((row) => row.id));
  return rows.filter((row) => eventIds.has(row.eventId)).map(toTold);
};

/**
 * The incoming messages behind provider ids, none older than `sinceId`: message ids by sender and provider id. Looked for
 * among the messages of the person who wrote, because no index names the provider's id.
 */
export const findIncoming = async (
  db: pg.Pool,
  wanted: readonly {
    readonly companyId: string;
    readonly phoneNumber: string;
    readonly providerMessageId: string;
  }[],
  sinceId: string,
): Promise<{ sender_id: string; provider_message_id: string; id: string }[]> => {
  const { rows } = await db.query<{ sender_id: string; provider_message_id: string; id: string }>({
    name: 'find-incoming',
    text: `
      select sender_id, messages.provider_message_id, id
      from unnest($1::uuid[], $2::text[], $3::text[]) as wanted (company_id, phone_number, provider_message_id)
      join messages on messages.company_id = wanted.company_id and messages.phone_number = wanted.phone_number
        and messages.provider_message_id = wanted.provider_message_id
      where id >= $4::uuid and direction = 'in'`,
    values: [
      plainArray(wanted.map((one) => one.companyId)),
      textArray(wanted.map((one) => one.phoneNumber)),
      textArray(wanted.map((one) => one.providerMessageId)),
      sinceId,
    ],
  });
  return rows;
};
