// The SQL that all logs are summed up with. The rows have `bucket`, `is_failed` and `duration`, or `id`, `code`, `route` and `failure`.

import { type Expression, type Kysely, sql } from 'kysely';
import { type FailureRow, failureGroupsMax, type SumRow } from '../log-statistics.ts';

/** By bucket, and over all of them: a percentile of everything does not follow from those of its parts. */
export const sumUp = async <Database>(db: Kysely<Database>, rows: Expression<unknown>): Promise<SumRow[]> => {
  const { rows: sums } = await sql<SumRow>`
    select bucket, count(*)::integer as count, (count(*) filter (where is_failed))::integer as failed,
      percentile_disc(0.95) within group (order by duration) as p95
    from ${rows} as counted
    group by grouping sets ((bucket), ())`.execute(db);
  return sums;
};

export const groupFailures = async <Database>(
  db: Kysely<Database>,
  rows: Expression<unknown>,
): Promise<FailureRow[]> => {
  const { rows: groups } = await sql<FailureRow>`
    select code, route, count(*)::integer as count, max(failure) as failure,
      min(id::text collate "C") as first_id, max(id::text collate "C") as last_id
    from ${rows} as failed
    group by code, route
    order by count(*) desc, max(id::text collate "C") desc
    limit ${failureGroupsMax}`.execute(db);
  return groups;
};

/** Into which bucket a row falls: the edges are the first ids of each, oldest first. */
export const bucketOf = (edges: readonly string[]) => sql<number>`width_bucket(id, ${edges}::uuid[])`;

/** The milliseconds inside a UUIDv7, by its first bytes: by its text they take twice as long. */
export const millisecondsOf = sql<number>`('x' || encode(substring(uuid_send(id) from 1 for 6), 'hex'))::bit(48)::bigint`;
