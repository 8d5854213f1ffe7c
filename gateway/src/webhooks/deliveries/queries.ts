// The SQL of deliveries as people list and resend them.

import type { DeliveryState } from '@hudhud/contract/states.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { queryBuilder } from '../../platform/database/database.ts';
import { bucketOf, groupFailures, millisecondsOf, sumUp } from '../../platform/database/log-sums.ts';
import { isInRange, newestOf } from '../../platform/database/rows-of-company.ts';
import { containing } from '../../platform/database/storable-text.ts';
import type { Buckets, FailureRow, SumRow } from '../../platform/log-statistics.ts';
import { firstIdAbout, type IdRange, lastIdAbout } from '../../platform/paging.ts';

export interface DeliveryRow {
  company_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  message_id: string | null;
  state: DeliveryState;
  attempt: number;
  due_at: Date | null;
  answer_status: number | null;
  error_class: string | null;
  updated_at: Date;
}

interface Tables {
  deliveries: DeliveryRow & { skipped_at: Date | null };
}

export interface DeliveryFilter {
  readonly webhookId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly eventType?: string | undefined;
  readonly text?: string | undefined;
}

const columns = [
  'company_id',
  'id',
  'endpoint_id',
  'event_id',
  'event_type',
  'message_id',
  'state',
  'attempt',
  'due_at',
  'answer_status',
  'error_class',
  'updated_at',
] as const;

/** One page, newest first, and one row more to learn whether another page follows. */
export const listDeliveries = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  filter: DeliveryFilter,
): Promise<DeliveryRow[]> => {
  const query = (await fitting(db, companyId, range, filter)).select(columns);
  // A message has few deliveries.
  const areFew = filter.messageId !== undefined;
  return await newestOf(queryBuilder<Tables>(db), query, range.limit, areFew);
};

type Span = Pick<IdRange, 'from' | 'below'>;

interface MessageBounds {
  readonly lowest: string | null;
  readonly highest: string | null;
}

/** The bounds of the messages' ids: the planner spends time on every day that may hold one. */
const findMessageBounds = async (db: pg.Pool, companyId: string, range: Span): Promise<MessageBounds> => {
  const { rows } = await db.query<MessageBounds>(
    `select (array_agg(message_id order by message_id))[1] as lowest,
       (array_agg(message_id order by message_id desc))[1] as highest
     from deliveries
     where company_id = $1 and id >= $2 and id < $3 and message_id is not null`,
    [companyId, range.from, range.below],
  );
  return rows[0] ?? { lowest: null, highest: null };
};

/** The deliveries of a range that fit. One with a text must be short: all of it is read. */
const fitting = async (db: pg.Pool, companyId: string, range: Span, filter: DeliveryFilter) => {
  const earliest = filter.messageId === undefined ? range.from : firstIdAbout(filter.messageId);
  const from = earliest > range.from ? earliest : range.from;
  let query = queryBuilder<Tables>(db)
    .selectFrom('deliveries')
    .where(isInRange(companyId, { from, below: range.below }));
  if (filter.webhookId !== undefined) query = query.where('endpoint_id', '=', filter.webhookId);
  if (filter.messageId !== undefined) query = query.where('message_id', '=', filter.messageId);
  if (filter.eventType !== undefined) query = query.where('event_type', '=', filter.eventType);
  if (filter.state !== undefined) {
    query = query.where('state', '=', filter.state);
    // Repeats the condition in the words of the small index of undelivered rows.
    if (filter.state === 'failed' || filter.state === 'skipped') {
      query = query.where((one) =>
        one.or([one('error_class', 'is not', null), one('skipped_at', 'is not', null)]),
      );
    }
  }
  if (filter.text === undefined) return query;
  const messages = await findMessageBounds(db, companyId, range);
  return query.where(holdsText(containing(filter.text), range, messages));
};

/**
 * The payload is not kept with the delivery: the search reads its event, whose id has the time of the delivery, and the
 * message that the event is about.
 */
const holdsText = (pattern: string, range: Span, messages: MessageBounds) => sql<boolean>`(
  error_class ilike ${pattern} or event_type ilike ${pattern}
  or exists (
    select from events
    where events.company_id = deliveries.company_id and events.id = deliveries.event_id
      and events.id >= ${firstIdAbout(range.from)} and events.id <= ${lastIdAbout(range.below)}
      and (events.status ilike ${pattern} or events.data::text ilike ${pattern})
  )
  or exists (
    select from messages
    where messages.company_id = deliveries.company_id and messages.id = deliveries.message_id
      and messages.id >= ${messages.lowest} and messages.id <= ${messages.highest}
      and (messages.body ilike ${pattern} or messages.phone_number ilike ${pattern}
        or messages.reference ilike ${pattern} or messages.contact_name ilike ${pattern})
  ))`;

/** Failed for good, between two attempts, or skipped. */
const isFailed = sql<boolean>`state <> 'delivered' and (error_class is not null or skipped_at is not null)`;

export const sumDeliveries = async (
  db: pg.Pool,
  companyId: string,
  buckets: Buckets,
  filter: DeliveryFilter,
): Promise<SumRow[]> =>
  await sumUp(
    queryBuilder<Tables>(db),
    (await fitting(db, companyId, buckets, filter)).select([
      bucketOf(buckets.edges).as('bucket'),
      isFailed.as('is_failed'),
      sql<number>`case when state = 'delivered'
        then greatest(0, date_part('epoch', updated_at) * 1000 - ${millisecondsOf}) end`.as('duration'),
    ]),
  );

/** The route is the UUID of the webhook. */
export const groupFailedDeliveries = async (
  db: pg.Pool,
  companyId: string,
  buckets: Buckets,
  filter: DeliveryFilter,
): Promise<FailureRow[]> =>
  await groupFailures(
    queryBuilder<Tables>(db),
    (await fitting(db, companyId, buckets, filter))
      .where(isFailed)
      .select([
        'id',
        sql<string>`coalesce(error_class, 'skipped')`.as('code'),
        sql<string>`endpoint_id::text`.as('route'),
        sql<null>`null::text`.as('failure'),
      ]),
  );

export const findDelivery = async (
  db: pg.Pool,
  companyId: string,
  id: string,
): Promise<DeliveryRow | null> => {
  const { rows } = await db.query<DeliveryRow>({
    name: 'find-delivery',
    text: `select ${columns.join(', ')} from deliveries where company_id = $1 and id = $2`,
    values: [companyId, id],
  });
  return rows[0] ?? null;
};

export interface AttemptCallRow {
  id: string;
  attempt: number;
  duration_ms: number;
  status: number | null;
  error_class: string | null;
  failure: string | null;
  next_attempt_at: Date | null;
}

/**
 * The newest calls of a delivery, newest first. They began after it was written, so older partitions are left out. A message
 * has few calls, and an index that finds them; only calls about no message are found by their delivery.
 */
export const listAttemptCalls = async (
  db: pg.Pool,
  { company_id, id, message_id }: Pick<DeliveryRow, 'company_id' | 'id' | 'message_id'>,
  earliestCallId: string,
  limit: number,
): Promise<AttemptCallRow[]> => {
  const { rows } = await db.query<AttemptCallRow>({
    name: message_id === null ? 'list-attempt-calls' : 'list-attempt-calls-of-message',
    text: `
      with found as materialized (
        select id, attempt, duration_ms, status, error_class, failure, next_attempt_at
        from calls
        where company_id = $1 and delivery_id = $2 and id >= $3
          and ${message_id === null ? 'message_id is null' : 'message_id = $5'}
      )
      select * from found order by id desc limit $4`,
    values: [company_id, id, earliestCallId, limit, ...(message_id === null ? [] : [message_id])],
  });
  return rows;
};

/** Makes it pending at once, with the whole schedule of retries ahead. False when its webhook was deleted. */
export const putBackDelivery = async (
  db: pg.Pool,
  companyId: string,
  id: string,
  now: Date,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update deliveries set state = 'waiting', lane_id = endpoint_id, due_at = $3, step = 0, updated_at = $3
     from endpoints
     where deliveries.company_id = $1 and deliveries.id = $2
       and endpoints.company_id = $1 and endpoints.id = endpoint_id and deleted_at is null`,
    [companyId, id, now],
  );
  return rowCount === 1;
};
