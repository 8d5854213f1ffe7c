// What the database says about the deliveries of one measurement: that all were taken, at the first attempt, and how long
// each took from the moment its event was written.

import type pg from 'pg';
import type { Percentiles } from '../figures.ts';

export interface TakenDeliveries {
  readonly deliveries: number;
  readonly delivered: number;
  readonly retried: number;
  /** Milliseconds from the event until its delivery was answered. */
  readonly toDelivered: Percentiles;
}

export const readDeliveries = async (client: pg.Client, since: string): Promise<TakenDeliveries> => {
  const { rows } = await client.query<TakenDeliveries & Percentiles>(
    `select count(*)::integer as deliveries,
       count(*) filter (where state = 'delivered')::integer as delivered,
       count(*) filter (where attempt > 1)::integer as retried,
       round(percentile_cont(0.5) within group (order by waited)::numeric, 1)::float8 as p50,
       round(percentile_cont(0.99) within group (order by waited)::numeric, 1)::float8 as p99
     from (
       select state, attempt, extract(epoch from updated_at - uuid_extract_timestamp(id))::float8 * 1000 as waited
       from deliveries where id >= $1
     ) taken`,
    [since],
  );
  const { deliveries = 0, delivered = 0, retried = 0, p50 = Number.NaN, p99 = Number.NaN } = rows[0] ?? {};
  return { deliveries, delivered, retried, toDelivered: { p50, p99 } };
};

/** Receivers have answered a little before the answers are committed. */
export const countUnwritten = async (client: pg.Client, since: string): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from deliveries where id >= $1 and state = 'waiting'`,
    [since],
  );
  return rows[0]?.count ?? 0;
};
