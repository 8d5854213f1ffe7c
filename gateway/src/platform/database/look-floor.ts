// The lowest id that the polls of every second search. Waiting rows are nearly always of the last days, and a query
// without a lowest id opens every partition: 187 for half a year. Older rows wait too (a message scheduled weeks ahead,
// one that a person retries), so every few seconds a poll searches from the beginning.

import { firstUuidAt } from '../ids.ts';
import { dayMilliseconds } from '../time.ts';

const recentDays = 2;
const fullLookMillisecondsDefault = 10_000;

/** Before every id. */
export const firstUuid = firstUuidAt(0);

/** Nearly all waiting rows have an id at or above this one, which is the first of a partition. */
export const recentFloor = (now: number): string =>
  firstUuidAt((Math.floor(now / dayMilliseconds) - recentDays) * dayMilliseconds);

/** Answers the floor of the next poll; the first one searches everything. */
export const createLookFloor = (
  now: () => number = Date.now,
  fullLookMilliseconds = fullLookMillisecondsDefault,
): (() => string) => {
  let fullLookAt = Number.NEGATIVE_INFINITY;
  return () => {
    const time = now();
    if (time < fullLookAt) return recentFloor(time);
    fullLookAt = time + fullLookMilliseconds;
    return firstUuid;
  };
};
