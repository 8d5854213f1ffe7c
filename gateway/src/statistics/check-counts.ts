// Recounts the messages that are kept and reports where the numbers differ: they never should.

import type pg from 'pg';
import { firstUuidAt } from '../platform/ids.ts';
import { dayMilliseconds } from '../platform/time.ts';
import { type CountDifference, findDayDifferences, findDifferences, listKeptDays } from './queries.ts';

export type { CountDifference };

export interface CountCheck {
  readonly days: number;
  readonly differences: readonly CountDifference[];
}

/** A day at a time, so that no statement takes long. Numbers of days whose messages are gone cannot be checked. */
export const checkCounts = async (pool: pg.Pool): Promise<CountCheck> => {
  const days = await listKeptDays(pool);
  const differences = await findDayDifferences(pool);
  for (const day of days) {
    const start = Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
    const end = start + dayMilliseconds;
    differences.push(
      ...(await findDifferences(pool, {
        since: new Date(start),
        until: new Date(end),
        fromId: firstUuidAt(start),
        belowId: firstUuidAt(end),
      })),
    );
  }
  return { days: days.length, differences };
};
