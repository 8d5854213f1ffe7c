// The SQL of messages by a text, and of counting them. No index knows texts, so a search reads a bounded stretch of the list.

import type { MessageStatisticsQuery } from '@hudhud/contract/messages.ts';
import type { MessageStatus } from '@hudhud/contract/states.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { queryBuilder } from '../../platform/database/database.ts';
import { bucketOf, groupFailures, millisecondsOf, sumUp } from '../../platform/database/log-sums.ts';
import { containing } from '../../platform/database/storable-text.ts';
import type { Buckets, FailureRow, SumRow } from '../../platform/log-statistics.ts';
import type { IdRange } from '../../platform/paging.ts';
import { listedColumns, type MessageRow } from '../queries.ts';

interface Tables {
  messages: MessageRow & { is_exceptional: boolean };
}

/** Filters of the list. A person is given by all keys that their messages may be kept under. */
export interface TextFilter extends Pick<MessageStatisticsQuery, 'status' | 'direction' | 'text'> {
  readonly people: readonly string[] | null;
}

type Stretch = Pick<IdRange, 'from' | 'below'>;

const fitting = (db: pg.Pool, companyId: string, { from, below }: Stretch, filter: TextFilter) => {
  let query = queryBuilder<Tables>(db)
    .selectFrom('messages')
    .where('company_id', '=', companyId)
    .where('id', '>=', from)
    .where('id', '<', below);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.direction !== undefined) query = query.where('direction', '=', filter.direction);
  if (filter.people !== null) {
    query = query.where(sql<boolean>`coalesce(person_key, phone_number) = any(${filter.people}::text[])`);
  }
  if (filter.text !== undefined) {
    const pattern = containing(filter.text);
    query = query.where((one) =>
      one.or((['body', 'reference', 'failure'] as const).map((column) => one(column, 'ilike', pattern))),
    );
  }
  return query;
};

/** One page, newest first, and one row more to learn whether another page follows. */
export const searchMessages = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  filter: TextFilter,
): Promise<MessageRow[]> =>
  await fitting(db, companyId, range, filter)
    .select(listedColumns)
    .orderBy('id', 'desc')
    .limit(range.limit + 1)
    .execute();

const failedStatuses: readonly MessageStatus[] = ['failed', 'expired', 'unconfirmed'];

export const sumMessages = async (
  db: pg.Pool,
  companyId: string,
  buckets: Buckets,
  filter: TextFilter,
): Promise<SumRow[]> =>
  await sumUp(
    queryBuilder<Tables>(db),
    fitting(db, companyId, buckets, filter).select([
      bucketOf(buckets.edges).as('bucket'),
      sql<boolean>`status = any(${failedStatuses}::text[])`.as('is_failed'),
      sql<number>`null::double precision`.as('duration'),
    ]),
  );

export const groupFailedMessages = async (
  db: pg.Pool,
  companyId: string,
  buckets: Buckets,
  filter: TextFilter,
): Promise<FailureRow[]> =>
  await groupFailures(
    queryBuilder<Tables>(db),
    fitting(db, companyId, buckets, filter)
      .where('is_exceptional', '=', true)
      .where('status', 'in', failedStatuses)
      .select([
        'id',
        sql<string>`coalesce(substring(failure from '"code":"([^"]+)"'), status)`.as('code'),
        'provider as route',
        'failure',
      ]),
  );

/**
 * The 95th percentile of the time until the provider accepted a message, over the newest ones. Scheduled messages wait on
 * purpose and are left out.
 */
export const findTimeToSend = async (
  db: pg.Pool,
  companyId: string,
  buckets: Buckets,
  filter: TextFilter,
  messagesMax: number,
): Promise<number | null> => {
  const newest = fitting(db, companyId, buckets, filter)
    .where('direction', '=', 'out')
    .where('schedule_at', 'is', null)
    .select(['company_id', 'id'])
    .orderBy('id', 'desc')
    .limit(messagesMax);
  const { rows } = await sql<{ p95: number | null }>`
    select percentile_disc(0.95) within group (
      order by greatest(0, date_part('epoch', sent.at) * 1000 - ${millisecondsOf})) as p95
    from ${newest} as newest
    cross join lateral (
      select min(coalesce(recorded_at, at)) as at from message_statuses
      where message_statuses.company_id = newest.company_id and message_id = newest.id and status = 'sent'
        and message_id >= ${buckets.from} and message_id < ${buckets.below}
    ) as sent
    where sent.at is not null`.execute(queryBuilder<Tables>(db));
  return rows[0]?.p95 ?? null;
};
