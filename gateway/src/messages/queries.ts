// The SQL of single messages: finding, listing, cancelling and queueing them again.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type { MessageQuery } from '@hudhud/contract/messages.ts';
import type { MessageStatus } from '@hudhud/contract/states.ts';
import type pg from 'pg';
import { statusEvent } from '../events/event-columns.ts';
import { boundsOf } from '../platform/database/id-bounds.ts';
import { plainArray } from '../platform/database/sql-array.ts';
import { firstUuidAt, timeOfUuid } from '../platform/ids.ts';
import { type IdRange, readNewestFirst } from '../platform/paging.ts';
import { dayMilliseconds } from '../platform/time.ts';

const quarterMilliseconds = 900_000;
/** Partitions are made for a week ahead; no id is later. */
const aheadMilliseconds = 8 * dayMilliseconds;

export interface MessageRow {
  company_id: string;
  id: string;
  direction: 'out' | 'in';
  status: MessageStatus;
  type: string;
  phone_number: string;
  person_key: string | null;
  body: string;
  content: MessageContent | null;
  provider: string;
  request_id: string | null;
  sender_id: string | null;
  reference: string | null;
  attempt: number;
  schedule_at: Date | null;
  due_at: Date | null;
  provider_message_id: string | null;
  contact_name: string | null;
  contact_user_id: string | null;
  contact_username: string | null;
  /** The message that it answers, reacts to, changes or deletes. */
  refers_to_id: string | null;
  failure: string | null;
  transactional_reason: string | null;
  updated_at: Date;
  /** JSON of the provider. */
  raw: string | null;
}

/** Rare statuses. Messages that have had one of these are in a small index. */
const exceptionalStatuses: ReadonlySet<MessageStatus> = new Set([
  'failed',
  'unconfirmed',
  'expired',
  'cancelled',
  'played',
]);

export const findMessage = async (db: pg.Pool, companyId: string, id: string): Promise<MessageRow | null> => {
  const { rows } = await db.query<MessageRow>({
    name: 'find-message',
    text: 'select * from messages where company_id = $1 and id = $2',
    values: [companyId, id],
  });
  return rows[0] ?? null;
};

/** The raw statuses of one message from its provider, as JSON, the oldest first. */
export const listStatusRaws = async (
  db: pg.Pool,
  companyId: string,
  messageId: string,
): Promise<string[]> => {
  const { rows } = await db.query<{ raw: string }>({
    name: 'list-status-raws',
    text: `
      select raw from message_statuses
      where company_id = $1 and message_id = $2 and raw is not null
      order by attempt, recorded_at
      limit 100`,
    values: [companyId, messageId],
  });
  return rows.map(({ raw }) => raw);
};

export const listedColumns = [
  'company_id',
  'id',
  'direction',
  'status',
  'type',
  'phone_number',
  'person_key',
  'body',
  'content',
  'provider',
  'request_id',
  'sender_id',
  'reference',
  'attempt',
  'schedule_at',
  'due_at',
  'provider_message_id',
  'contact_name',
  'contact_user_id',
  'contact_username',
  'refers_to_id',
  'failure',
  'transactional_reason',
  'updated_at',
  'raw',
] as const;

/** Filters of the list besides the person. */
type ListFilter = Pick<MessageQuery, 'status' | 'direction'>;

/** One page, newest first, and one row more to learn whether another page follows. */
export const listMessages = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  filter: ListFilter,
  /** The keys of one person; null: everybody. */
  people: readonly string[] | null = null,
): Promise<MessageRow[]> =>
  people === null
    ? await listByCounts(db, companyId, range, filter)
    : await readNewestFirst(range, (span) => listOfPerson(db, companyId, span, filter, people));

const fixedValues = 6;

const ofKey = (key: string): string => `
  select ${listedColumns.join(', ')}
  from messages
  where company_id = $1 and coalesce(person_key, phone_number) = ${key} and id >= $2 and id < $3
    and ($4::text is null or status = $4) and ($5::text is null or direction = $5)
  order by id desc
  limit $6`;

/**
 * Not a named statement, because a kept plan would not fit: this one is planned for the current size of the partitions in its
 * range and for these keys. Where most messages of a company go to one number, a kept plan would walk back through all of
 * them to find those of another.
 */
const listOfPerson = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  filter: ListFilter,
  keys: readonly string[],
): Promise<MessageRow[]> => {
  const { rows } = await db.query<MessageRow>(
    `select * from (${keys.map((_, index) => `(${ofKey(`$${fixedValues + index + 1}`)})`).join(' union all ')}) as found
     order by id desc
     limit $6`,
    [
      companyId,
      range.from,
      range.below,
      filter.status ?? null,
      filter.direction ?? null,
      range.limit + 1,
      ...keys,
    ],
  );
  return rows;
};

interface Quarter {
  readonly startsAt: number;
  readonly count: number;
}

/** The newest quarters of an hour with matching messages, and their counts. */
const findQuarters = async (
  db: pg.Pool,
  companyId: string,
  filter: ListFilter,
  span: { readonly from: number; readonly below: number },
  quartersMax: number,
): Promise<Quarter[]> => {
  // Conditions that are not wanted are left out, so that each form uses its own index.
  const fits = `company_id = $1 and starts_at >= $2 and starts_at < $3 and ($4::text is null or direction = $4)
    and ${filter.status === undefined ? '$5::text is null' : 'status = $5'}`;
  const { rows } = await db.query<{ starts_at: Date; count: number }>(
    `
      with counted as (
        select starts_at, sum(count) as count
        from message_counts
        where ${fits} and count > 0
        group by starts_at
        order by starts_at desc
        limit $6
      ),
      changed as (
        select starts_at, sum(change) as count
        from unfolded_message_counts
        where ${fits} and change > 0
        group by starts_at
      )
      select starts_at, sum(count)::integer as count
      from (select * from counted union all select * from changed) as quarters
      group by starts_at
      order by starts_at desc
      limit $6`,
    [
      companyId,
      new Date(span.from),
      new Date(span.below),
      filter.direction ?? null,
      filter.status ?? null,
      quartersMax,
    ],
  );
  return rows.map((row) => ({ startsAt: row.starts_at.getTime(), count: row.count }));
};

/** The newest matching messages of some quarters of an hour. The bounds around them all keep other days out of the plan. */
const readQuarters = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  filter: ListFilter,
  quarters: readonly number[],
): Promise<MessageRow[]> => {
  const from = quarters.map((startsAt) => firstUuidAt(startsAt));
  const below = quarters.map((startsAt) => firstUuidAt(startsAt + quarterMilliseconds));
  const bounds = boundsOf([...from, ...below]);
  const isRare = filter.status !== undefined && exceptionalStatuses.has(filter.status);
  const { rows } = await db.query<MessageRow>(
    `select found.*
     from unnest($2::uuid[], $3::uuid[]) as quarter (from_id, below_id)
     cross join lateral (
       select ${listedColumns.join(', ')}
       from messages
       where company_id = $1 and id >= quarter.from_id and id < quarter.below_id and id >= $4 and id < $5
         and ($6::text is null or status = $6) and ($7::text is null or direction = $7) ${isRare ? 'and is_exceptional' : ''}
       order by id desc
       limit $8
     ) as found
     order by found.id desc
     limit $8`,
    [
      companyId,
      plainArray(from),
      plainArray(below),
      bounds[0] > range.from ? bounds[0] : range.from,
      bounds[1] < range.below ? bounds[1] : range.below,
      filter.status ?? null,
      filter.direction ?? null,
      range.limit + 1,
    ],
  );
  return rows;
};

/** As many of the newest quarters as hold a page. */
const quartersOfPage = (quarters: readonly Quarter[], rowsMax: number): number[] => {
  let count = 0;
  return quarters.flatMap((quarter) => {
    if (count >= rowsMax) return [];
    count += quarter.count;
    return [quarter.startsAt];
  });
};

/**
 * Messages with a status that changes are in no index: it would have to be written at every change. How many there are in
 * each quarter of an hour is counted anyway (statistics), so only quarters that hold some are read: the one message that
 * still waits among millions costs no more than the newest page, and only the partitions of those days are planned for. A
 * count may be a moment ahead of the messages, so a page that stays short reads further back.
 */
const listByCounts = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  filter: ListFilter,
): Promise<MessageRow[]> => {
  const rowsMax = range.limit + 1;
  const from = Math.floor(timeOfUuid(range.from).getTime() / quarterMilliseconds) * quarterMilliseconds;
  let below = Math.min(timeOfUuid(range.below).getTime() + 1, Date.now() + aheadMilliseconds);
  const rows: MessageRow[] = [];
  for (;;) {
    const found = await findQuarters(db, companyId, filter, { from, below }, rowsMax);
    const quarters = quartersOfPage(found, rowsMax - rows.length);
    const oldest = quarters.at(-1);
    if (oldest === undefined) return rows;
    const part = { ...range, limit: range.limit - rows.length };
    rows.push(...(await readQuarters(db, companyId, part, filter, quarters)));
    if (rows.length >= rowsMax) return rows;
    if (found.length === quarters.length && found.length < rowsMax) return rows;
    below = oldest;
  }
};

/** Removes a waiting message from its lane. Null when it does not wait. */
export const cancelWaiting = async (
  db: pg.Pool,
  companyId: string,
  id: string,
  eventId: string,
): Promise<MessageRow | null> => {
  const { rows } = await db.query<MessageRow>({
    name: 'cancel-waiting',
    text: `
      with cancelled as (
        update messages
        set status = 'cancelled', is_exceptional = true, lane_id = null, due_at = null, updated_at = now()
        where company_id = $1 and id = $2 and status = 'queued' and lane_id is not null
        returning *
      ),
      appended as (
        insert into message_statuses (company_id, message_id, attempt, status, at)
        select company_id, id, attempt, 'cancelled', now() from cancelled
        on conflict do nothing
      ),
      emitted as (
        insert into events ${statusEvent({ id: '$3', message_id: 'id', status: `'cancelled'` })}
        from cancelled
      )
      select * from cancelled`,
    values: [companyId, id, eventId],
  });
  return rows[0] ?? null;
};

/** Requeues a message after its final status. Null when its status is not final. */
export const queueAgain = async (
  db: pg.Pool,
  companyId: string,
  id: string,
  senderId: string,
  expiresAt: Date,
): Promise<MessageRow | null> => {
  const { rows } = await db.query<MessageRow>({
    name: 'queue-again',
    text: `
      with queued as (
        update messages
        set status = 'queued', sender_id = $3, lane_id = $3, due_at = null, expires_at = $4, owner_epoch = null,
          -- What may have been taken under an id is repeated under it; what has failed gets a new one.
          provider_message_id = case when status <> 'failed' and sender_id = $3 then provider_message_id end,
          updated_at = now()
        where company_id = $1 and id = $2 and direction = 'out' and status in ('failed', 'unconfirmed', 'expired')
        returning *
      ),
      appended as (
        insert into message_statuses (company_id, message_id, attempt, status, at)
        select company_id, id, attempt, 'queued', now() from queued
        on conflict do nothing
      )
      select * from queued`,
    values: [companyId, id, senderId, expiresAt],
  });
  return rows[0] ?? null;
};

export interface ReplacedContent {
  readonly companyId: string;
  readonly id: string;
  readonly ownerEpoch: string;
  readonly attempt: number;
  readonly type: string;
  readonly body: string;
  readonly content: MessageContent;
  readonly isMarketing: boolean;
}

/**
 * Another content for a message that its lane is about to send. False: it is no longer ours, or it is sent although its
 * person has opted out, and may not become marketing.
 */
export const replaceContent = async (db: pg.Pool, message: ReplacedContent): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update messages set type = $5, body = $6, content = $7
     where company_id = $1 and id = $2 and status = 'sending' and owner_epoch = $3 and attempt = $4
       and not ($8 and transactional_reason is not null)`,
    [
      message.companyId,
      message.id,
      message.ownerEpoch,
      message.attempt,
      message.type,
      message.body,
      JSON.stringify(message.content),
      message.isMarketing,
    ],
  );
  return rowCount === 1;
};
