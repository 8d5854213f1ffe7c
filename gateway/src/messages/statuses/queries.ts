// The SQL of statuses: appending, projecting and telling in one statement for a whole batch, and the statuses that wait
// for a message that is not known yet.

import type pg from 'pg';
import { type ToldEvent, toldStatus } from '../../events/told-event.ts';
import { batchedStatement, expectFew } from '../../platform/database/batched-statement.ts';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';

type Queryable = pg.Pool | pg.ClientBase;

/** A status of a message that we know, or believe to know. */
export interface StatusRow {
  readonly companyId: string;
  readonly messageId: string;
  readonly attempt: number;
  readonly status: string;
  /** ISO 8601. */
  readonly at: string;
  readonly providerMessageId: string;
  /** JSON. */
  readonly failure: string | null;
  /** JSON. */
  readonly raw: string | null;
  readonly senderId: string;
  readonly eventId: string;
}

export interface RecordedStatuses {
  /** Event ids of the rows whose message is not there. */
  readonly strays: ReadonlySet<string>;
  /** The events that were written, where they are heard: one for every status that was not there yet. */
  readonly told: readonly ToldEvent[];
}

/**
 * A status that is there already keeps its row out of everything that follows: no event, no projection. `failed` stands
 * between `sent` and `delivered`: what reached the person was delivered, whoever said otherwise and whenever, so the
 * outcome does not depend on the order in which statuses come. `message_rank` puts it last, hence the two conditions.
 *
 * The messages are locked first, in the order of their ids, as dispatch does when it writes an outcome: who touches the
 * same messages waits in turn and never in a circle, and a projection is judged on the newest row.
 *
 * $11 and $12 are the smallest and the largest message id: they keep partitions of other days out of it. With them, rows
 * are found by `id = any (ids)`, an array of one, and never by `id = id`: PostgreSQL 18 would silently skip a row that
 * somebody else has just changed (see `isWithin`).
 */
const recording = `
  with incoming as materialized (
    select *, array[message_id] as message_ids from unnest(
      $1::uuid[], $2::uuid[], $3::smallint[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::text[],
      $9::uuid[], $10::uuid[]
    ) as row (
      company_id, message_id, attempt, status, at, provider_message_id, failure, raw, sender_id, event_id
    )
    where ${expectFew('attempt')}
  ),
  known as (
    select incoming.*, messages.phone_number, messages.reference,
      coalesce(messages.provider_message_id, incoming.provider_message_id) as known_as
    from incoming
    join messages on messages.company_id = incoming.company_id and messages.id = any (incoming.message_ids)
    where ${isWithin('messages.id', '$11', '$12')} and messages.direction = 'out'
    order by messages.id
    for no key update of messages
  ),
  appended as (
    insert into message_statuses (
      company_id, message_id, attempt, status, at, provider_message_id, failure, raw
    )
    select company_id, message_id, attempt, status, at, provider_message_id, failure, raw
    from known
    order by message_id, attempt, status
    on conflict do nothing
    returning company_id, message_id, attempt, status, provider_message_id, failure
  ),
  told as (
    insert into events (company_id, id, type, at, message_id, attempt, status, sender_id, data)
    select company_id, event_id, 'message_status', at, message_id, attempt, status, sender_id,
      '{"failure":' || failure || '}'
    from known
    -- "is true" makes it a look into a hash; the planner, who expects one row, would compare every row with every row.
    where ((message_id, attempt, status) in (select message_id, attempt, status from appended)) is true
    returning id
  ),
  news as materialized (
    select company_id, message_id, array[message_id] as message_ids,
      max(message_rank(status)) filter (where status <> 'failed') as best_rank,
      (array_agg(status order by message_rank(status) desc) filter (where status <> 'failed'))[1] as best,
      max(attempt) filter (where status = 'failed') as failed_attempt,
      (array_agg(failure order by attempt desc) filter (where status = 'failed'))[1] as failure,
      (array_agg(provider_message_id order by status = 'failed', message_rank(status) desc))[1]
        as provider_message_id
    from appended
    group by company_id, message_id
  ),
  projected as (
    update messages set
      status = case
        when best_rank >= message_rank('delivered') then best
        when failed_attempt = messages.attempt then 'failed'
        else best
      end,
      failure = case
        when best_rank >= message_rank('delivered') then null
        when failed_attempt = messages.attempt then news.failure
      end,
      provider_message_id = coalesce(messages.provider_message_id, news.provider_message_id),
      lane_id = null,
      due_at = null,
      updated_at = now()
    from news
    where messages.company_id = news.company_id and messages.id = any (news.message_ids)
      and ${isWithin('messages.id', '$11', '$12')}
      and (
        best_rank > message_rank(messages.status)
        or (messages.status = 'failed' and best_rank >= message_rank('delivered'))
        or (failed_attempt = messages.attempt and message_rank(messages.status) < message_rank('delivered'))
      )
  )`;

const strays = `
  select event_id, null as phone_number, null as reference, null as known_as, true as is_stray
  from incoming
  where event_id not in (select event_id from known)`;

const written = `
  select event_id, phone_number, reference, known_as, false
  from known
  where (event_id in (select id from told)) is true`;

const unheard = batchedStatement('record-statuses', `${recording}${strays}`);
const heard = batchedStatement('record-and-tell-statuses', `${recording}${strays} union all ${written}`);

interface WrittenRow {
  event_id: string;
  phone_number: string | null;
  reference: string | null;
  known_as: string | null;
  /** Its message is not there. */
  is_stray: boolean;
}

const toTold = (row: StatusRow, written: WrittenRow): ToldEvent =>
  toldStatus({
    company_id: row.companyId,
    id: row.eventId,
    at: new Date(row.at),
    message_id: row.messageId,
    attempt: row.attempt,
    status: row.status,
    sender_id: row.senderId,
    phone_number: written.phone_number,
    provider_message_id: written.known_as,
    reference: written.reference,
    failure: row.failure,
  });

/** Appends what is new of a batch. No two rows may be of the same message, attempt and status. */
export const recordStatuses = async (
  db: Queryable,
  rows: readonly StatusRow[],
  isHeard: boolean,
): Promise<RecordedStatuses> => {
  const statement = isHeard ? heard : unheard;
  const result = await db.query<WrittenRow>(
    statement([
      rows.map((row) => row.companyId),
      rows.map((row) => row.messageId),
      rows.map((row) => row.attempt),
      rows.map((row) => row.status),
      rows.map((row) => row.at),
      rows.map((row) => row.providerMessageId),
      rows.map((row) => row.failure),
      rows.map((row) => row.raw),
      rows.map((row) => row.senderId),
      rows.map((row) => row.eventId),
      ...boundsOf(rows.map((row) => row.messageId)),
    ]),
  );
  const written = new Map(result.rows.map((row) => [row.event_id, row]));
  const strays = new Set<string>();
  const told: ToldEvent[] = [];
  for (const row of rows) {
    const found = written.get(row.eventId);
    if (found?.is_stray) strays.add(row.eventId);
    else if (found) told.push(toTold(row, found));
  }
  return { strays, told };
};

/** A status of a message that we do not know, by the provider's id. */
export interface ParkedStatus {
  readonly companyId: string;
  readonly providerMessageId: string;
  readonly status: string;
  readonly senderId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly failure: string | null;
  readonly raw: string | null;
}

export const parkStatuses = async (db: Queryable, rows: readonly ParkedStatus[]): Promise<void> => {
  await db.query({
    name: 'park-statuses',
    text: `
      insert into parked_statuses (company_id, provider_message_id, status, sender_id, at, failure, raw)
      select * from unnest(
        $1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::timestamptz[], $6::text[], $7::text[]
      ) as row (company_id, provider_message_id, status, sender_id, at, failure, raw)
      order by company_id, provider_message_id, status
      on conflict do nothing`,
    values: [
      plainArray(rows.map((row) => row.companyId)),
      textArray(rows.map((row) => row.providerMessageId)),
      plainArray(rows.map((row) => row.status)),
      plainArray(rows.map((row) => row.senderId)),
      plainArray(rows.map((row) => row.at)),
      textArray(rows.map((row) => row.failure)),
      textArray(rows.map((row) => row.raw)),
    ],
  });
};

/** A message by the provider's id for it. */
export interface ProviderKey {
  readonly companyId: string;
  readonly providerMessageId: string;
}

export interface KnownMessage extends ProviderKey {
  readonly messageId: string;
  readonly attempt: number;
}

/**
 * The messages behind provider ids, none older than `sinceId`: their `sent` status names it, in a row that is written once
 * and never changed. Asked by the id alone, because the planner would else read all statuses of the company by their key.
 */
export const findByProviderIds = async (
  db: Queryable,
  keys: readonly ProviderKey[],
  sinceId: string,
): Promise<KnownMessage[]> => {
  const { rows } = await db.query<{
    company_id: string;
    provider_message_id: string;
    message_id: string;
    attempt: number;
  }>({
    name: 'find-by-provider-ids',
    text: `
      select found.company_id, found.provider_message_id, found.message_id, found.attempt
      from unnest($1::text[]) as wanted (provider_message_id)
      cross join lateral (
        select company_id, provider_message_id, message_id, attempt
        from message_statuses
        where message_statuses.provider_message_id = wanted.provider_message_id and status = 'sent'
          and message_id >= $2::uuid
      ) as found`,
    values: [textArray(keys.map((key) => key.providerMessageId)), sinceId],
  });
  const asked = new Set(keys.map((key) => `${key.companyId} ${key.providerMessageId}`));
  return rows
    .filter((row) => asked.has(`${row.company_id} ${row.provider_message_id}`))
    .map((row) => ({
      companyId: row.company_id,
      providerMessageId: row.provider_message_id,
      messageId: row.message_id,
      attempt: row.attempt,
    }));
};

/** Takes out what waits for these messages. */
export const takeParkedStatuses = async (
  db: Queryable,
  keys: readonly ProviderKey[],
): Promise<ParkedStatus[]> => {
  const { rows } = await db.query<{
    company_id: string;
    provider_message_id: string;
    status: string;
    sender_id: string;
    at: Date;
    failure: string | null;
    raw: string | null;
  }>({
    name: 'take-parked-statuses',
    text: `
      delete from parked_statuses
      using unnest($1::uuid[], $2::text[]) as known (company_id, provider_message_id)
      where parked_statuses.company_id = known.company_id
        and parked_statuses.provider_message_id = known.provider_message_id
      returning parked_statuses.*`,
    values: [
      plainArray(keys.map((key) => key.companyId)),
      textArray(keys.map((key) => key.providerMessageId)),
    ],
  });
  return rows.map((row) => ({
    companyId: row.company_id,
    providerMessageId: row.provider_message_id,
    status: row.status,
    senderId: row.sender_id,
    at: row.at.toISOString(),
    failure: row.failure,
    raw: row.raw,
  }));
};

/** What was parked between two moments, counted in seconds before now. */
export const listParkedKeys = async (
  db: Queryable,
  youngestSeconds: number,
  oldestSeconds: number,
  keysMax: number,
): Promise<ProviderKey[]> => {
  const { rows } = await db.query<{ company_id: string; provider_message_id: string }>(
    `select distinct company_id, provider_message_id
     from parked_statuses
     where parked_at between now() - make_interval(secs => $2) and now() - make_interval(secs => $1)
     limit $3`,
    [youngestSeconds, oldestSeconds, keysMax],
  );
  return rows.map((row) => ({
    companyId: row.company_id,
    providerMessageId: row.provider_message_id,
  }));
};

/** Forgets old ones, a bounded number at a time, and answers how many went. */
export const deleteParkedStatuses = async (
  db: Queryable,
  keptDays: number,
  rowsMax: number,
): Promise<number> => {
  const { rowCount } = await db.query(
    `with old as materialized (
       select company_id, provider_message_id, status from parked_statuses
       where parked_at < now() - make_interval(days => $1) limit $2
     )
     delete from parked_statuses using old
     where parked_statuses.company_id = old.company_id
       and parked_statuses.provider_message_id = old.provider_message_id and parked_statuses.status = old.status
       and parked_at < now() - make_interval(days => $1)`,
    [keptDays, rowsMax],
  );
  return rowCount ?? 0;
};
