// What the database says about the messages of one measurement: that all came through, and how long each step took.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { newUuid } from '../../src/platform/ids.ts';
import type { Percentiles } from '../figures.ts';

export interface Journey {
  readonly messages: number;
  /** Messages that were read in the end: all of them, or something was lost. */
  readonly read: number;
  /** Milliseconds from the moment it was accepted until it was written that it was sent, or read. */
  readonly toSent: Percentiles;
  readonly toRead: Percentiles;
}

/** Ids made from now on are larger. */
export const markTime = newUuid;

const lookMilliseconds = 50;
const waitSecondsMax = 120;

/** Answers the seconds until every message was written as read; what was not by then shows in the figures. */
export const waitUntilRead = async (client: pg.Client, since: string): Promise<number> => {
  const begin = performance.now();
  for (;;) {
    const seconds = (performance.now() - begin) / 1000;
    const { rows } = await client.query<{ unread: boolean }>(
      `select exists (select 1 from messages where id >= $1 and status <> 'read') as unread`,
      [since],
    );
    if (!rows[0]?.unread || seconds > waitSecondsMax) return seconds;
    await sleep(lookMilliseconds);
  }
};

export const readJourney = async (client: pg.Client, since: string): Promise<Journey> => {
  const counted = await client.query<{ messages: number; read: number }>(
    `select count(*)::integer as messages, count(*) filter (where status = 'read')::integer as read
     from messages where id >= $1`,
    [since],
  );
  const timed = await client.query<{ status: string; p50: number; p99: number }>(
    `select status,
       round(percentile_cont(0.5) within group (order by waited)::numeric, 1)::float8 as p50,
       round(percentile_cont(0.99) within group (order by waited)::numeric, 1)::float8 as p99
     from (
       select status, extract(epoch from recorded_at - uuid_extract_timestamp(message_id))::float8 * 1000 as waited
       from message_statuses where message_id >= $1
     ) steps
     group by status`,
    [since],
  );
  const of = (status: string): Percentiles => {
    const row = timed.rows.find((candidate) => candidate.status === status);
    return { p50: row?.p50 ?? Number.NaN, p99: row?.p99 ?? Number.NaN };
  };
  const { messages = 0, read = 0 } = counted.rows[0] ?? {};
  return { messages, read, toSent: of('sent'), toRead: of('read') };
};
