// The SQL of message counts. Triggers on `messages` append changes, one row for each statement; folding adds them up;
// every read sums both in one statement, so that a number is never half folded.

import type { StatisticsGroup, StatisticsPeriod } from '@hudhud/contract/statistics.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type Folded, takingChanges } from '../platform/database/fold-changes.ts';

const foldLock = 4_801_008;

/** Adds the changes of a bounded number of statements to the counts, the oldest first, from a number on (see `FoldFloor`). */
export const foldChanges = async (db: Queryable, rowsMax: number, floor: string): Promise<Folded> => {
  const { rows } = await db.query<Folded>({
    name: 'fold-message-counts',
    text: `
      with ${takingChanges('message_count_batches', 'id')},
      folded as (
        insert into message_counts as known (company_id, starts_at, sender_id, direction, type, status, count)
        select company_id, part.starts_at, sender_id, direction, type, status, sum(change)
        from taken
        cross join unnest(company_ids, taken.starts_at, sender_ids, directions, types, statuses, changes)
          as part (company_id, starts_at, sender_id, direction, type, status, change)
        -- A company that was deleted meanwhile leaves nothing behind.
        where exists (select from companies where id = part.company_id)
        group by 1, 2, 3, 4, 5, 6
        having sum(change) <> 0
        order by 1, 2, 3, 4, 5, 6
        on conflict (company_id, starts_at, sender_id, direction, type, status)
          do update set count = known.count + excluded.count
      )
      select count(*)::integer as taken, max(id)::text as highest from taken`,
    values: [foldLock, rowsMax, floor],
  });
  return rows[0] ?? { taken: 0, highest: null };
};

/** Reads of changes that are not folded yet begin at this number. Several processes write it, and it only rises. */
export const raiseCountFloor = async (db: Queryable, floor: string): Promise<void> => {
  await db.query('update message_count_floor set id = $1 where id < $1', [floor]);
};

/** Removes counts that have come to nothing, as `queued` does sooner or later: lists by status would look at each of them. */
export const removeEmptyCounts = async (db: Queryable): Promise<void> => {
  await db.query(`delete from message_counts where count = 0 and starts_at < now() - interval '1 hour'`);
};

/** Changes of a company and a time that are not folded yet. */
const changes = `
  select starts_at, sender_id, direction, type, status, change
  from unfolded_message_counts
  where company_id = $1 and starts_at >= $2 and starts_at < $3`;

const quarters = `
  select starts_at, sender_id, direction, type, status, count
  from message_counts
  where company_id = $1 and starts_at >= $2 and starts_at < $3`;

/** Day counts use the company's time zone; for another zone quarter-hour counts are added up. */
const isOwnTimezone = '(select timezone = $5 from companies where id = $1)';

const counted: Readonly<Record<StatisticsPeriod, string>> = {
  hour: `${quarters} union all ${changes}`,
  day: `
  select day::timestamp at time zone $5, sender_id, direction, type, status, count
  from message_day_counts
  where company_id = $1 and day >= ($2::timestamptz at time zone $5)::date
    and day < ($3::timestamptz at time zone $5)::date and ${isOwnTimezone}
  union all
  ${quarters} and not ${isOwnTimezone}
  union all
  ${changes}`,
};

const groupColumns: Readonly<Record<StatisticsGroup, string>> = {
  status: 'status',
  sender: 'sender_id',
  type: 'type',
  direction: 'direction',
};

export interface CountRow {
  period: Date;
  status?: string;
  sender_id?: string;
  type?: string;
  direction?: string;
  count: string;
}

export interface CountQuery {
  readonly companyId: string;
  readonly since: Date;
  readonly until: Date;
  readonly by: StatisticsPeriod;
  readonly groups: readonly StatisticsGroup[];
  readonly timezone: string;
  readonly rowsMax: number;
}

export const sumCounts = async (db: Queryable, asked: CountQuery): Promise<CountRow[]> => {
  const columns = asked.groups.map((group) => groupColumns[group]);
  const { rows } = await db.query<CountRow>(
    `select date_trunc($4, starts_at, $5) as period, ${columns.map((column) => `${column}, `).join('')}
       sum(count)::text as count
     from (${counted[asked.by]}) as counted (starts_at, sender_id, direction, type, status, count)
     group by ${['1', ...columns].join(', ')}
     having sum(count) <> 0
     order by ${['1', ...columns].join(', ')}
     limit $6`,
    [asked.companyId, asked.since, asked.until, asked.by, asked.timezone, asked.rowsMax],
  );
  return rows;
};

/** The beginning of the day or hour of a moment and the end of another's, in a time zone. */
export const widenRange = async (
  db: Queryable,
  range: { readonly since: Date; readonly until: Date },
  by: StatisticsPeriod,
  timezone: string,
): Promise<{ since: Date; until: Date }> => {
  const { rows } = await db.query<{ since: Date; until: Date }>(
    // A moment that begins a period belongs to the one before it: nothing at or after it was asked for. The end is
    // found in local time, because not every day has 24 hours.
    `select date_trunc($3, $1::timestamptz, $4) as since,
       ((date_trunc($3, ($2::timestamptz - interval '1 microsecond') at time zone $4)
         + ('1 ' || $3)::interval) at time zone $4) as until`,
    [range.since, range.until, by, timezone],
  );
  const found = rows[0];
  if (!found) throw new Error('a select without a table answered no row');
  return found;
};

/** The days whose messages are still kept, oldest first, as `YYYYMMDD`. */
export const listKeptDays = async (db: Queryable): Promise<string[]> => {
  const { rows } = await db.query<{ day: string }>(
    `select right(child.relname, 8) as day
     from pg_inherits join pg_class child on child.oid = inhrelid
     where inhparent = 'messages'::regclass
     order by 1`,
  );
  return rows.map((row) => row.day);
};

export interface CountDifference {
  company_id: string;
  starts_at: Date;
  sender_id: string;
  direction: string;
  type: string;
  status: string;
  kept: string;
  counted: string;
}

/**
 * Where the kept numbers of a day and a count of its messages differ. A message stays in its quarter for life, so a day
 * can be held against its own messages; both sides are of one snapshot.
 */
export const findDifferences = async (
  db: Queryable,
  day: { readonly since: Date; readonly until: Date; readonly fromId: string; readonly belowId: string },
): Promise<CountDifference[]> => {
  const { rows } = await db.query<CountDifference>(
    `with kept as (
       select company_id, starts_at, sender_id, direction, type, status, sum(count) as count
       from (
         select company_id, starts_at, sender_id, direction, type, status, count
         from message_counts where starts_at >= $1 and starts_at < $2
         union all
         select company_id, starts_at, sender_id, direction, type, status, change
         from unfolded_message_counts where starts_at >= $1 and starts_at < $2
       ) as both_tables
       group by 1, 2, 3, 4, 5, 6
       having sum(count) <> 0
     ),
     counted as (
       select company_id, quarter_of(id) as starts_at,
         coalesce(sender_id, '00000000-0000-0000-0000-000000000000') as sender_id, direction, type, status,
         count(*) as count
       from messages
       where id >= $3 and id < $4
       group by 1, 2, 3, 4, 5, 6
     )
     select company_id, starts_at, sender_id, direction, type, status,
       coalesce(kept.count, 0)::text as kept, coalesce(counted.count, 0)::text as counted
     from kept full join counted using (company_id, starts_at, sender_id, direction, type, status)
     where kept.count is distinct from counted.count
     order by 1, 2, 3, 4, 5, 6`,
    [day.since, day.until, day.fromId, day.belowId],
  );
  return rows;
};

/** Where the numbers of days and of their quarters differ: days are kept by triggers on the quarters (migration 0032). */
export const findDayDifferences = async (db: Queryable): Promise<CountDifference[]> => {
  const { rows } = await db.query<CountDifference>(
    `with quarters as (
       select company_id, (starts_at at time zone timezone)::date as day, sender_id, direction, type, status,
         sum(count) as count
       from message_counts join companies on companies.id = company_id
       group by 1, 2, 3, 4, 5, 6
       having sum(count) <> 0
     ),
     days as (
       select company_id, day, sender_id, direction, type, status, count from message_day_counts where count <> 0
     )
     select company_id, day::timestamp at time zone companies.timezone as starts_at, sender_id, direction, type, status,
       coalesce(days.count, 0)::text as kept, coalesce(quarters.count, 0)::text as counted
     from days full join quarters using (company_id, day, sender_id, direction, type, status)
     join companies on companies.id = company_id
     where days.count is distinct from quarters.count
     order by 1, 2, 3, 4, 5, 6`,
  );
  return rows;
};
