// The lowest id that the polls of every second search. Waiting rows are nearly always of the last days, and a query
// without a lowest id opens every partition: 187 for half a year. Older rows wait too (a message scheduled weeks ahead,
// one that a person retries), so every few seconds a poll searches from the beginning.

import { firstUuidAt } from '../ids.ts';

const recentMilliseconds = 2 * 86_400_000;
const fullLookMilliseconds = 10_000;

/** Before every id. */
export const firstUuid = firstUuidAt(0);

/** Answers the floor of the next poll; the first one searches everything. */
export const createLookFloor = (now: () => number = Date.now): (() => string) => {
  let fullLookAt = Number.NEGATIVE_INFINITY;
  return () => {
    const time = now();
    if (time < fullLookAt) return firstUuidAt(time - recentMilliseconds);
    fullLookAt = time + fullLookMilliseconds;
    return firstUuid;
  };
};
