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
    `delete from callback_parts where ctid = any (array(
       select ctid from callback_parts where told_at < now() - make_interval(days => $1) limit $2))`,
    [keptDays, rowsMax],
  );
  return rowCount ?? 0;
};

/** The incoming messages behind provider ids, none older than `sinceId`: message ids by sender and provider id. */
export const findIncoming = async (
  db: pg.Pool,
  providerMessageIds: readonly string[],
  sinceId: string,
): Promise<{ sender_id: string; provider_message_id: string; id: string }[]> => {
  const { rows } = await db.query<{ sender_id: string; provider_message_id: string; id: string }>({
    name: 'find-incoming',
    text: `
      select sender_id, provider_message_id, id
      from messages
      where provider_message_id = any ($1::text[]) and id >= $2::uuid and direction = 'in'`,
    values: [textArray(providerMessageIds), sinceId],
  });
  return rows;
};
