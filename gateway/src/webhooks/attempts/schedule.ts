// When a delivery that failed is retried: soon at first, then at growing distances over about 75 hours, with jitter so
// that deliveries that failed together do not come back together. Pure arithmetic.

import { jittered } from '../../platform/backoff.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The wait after the first failure, the second, and so on. The first attempt is made at once. */
const delays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
const jitterShare = 0.2;

export const attemptsMax = delays.length + 1;

/** The longest that a receiver may ask us to stay away. */
export const askedSecondsMax = 86_400;

/**
 * Milliseconds until the next attempt after `failures` of them, or null when there is none. `askedSeconds` is what the
 * receiver asked for: never sooner than that.
 */
export const retryDelay = (
  failures: number,
  askedSeconds: number | null,
  random: () => number = Math.random,
): number | null => {
  const delay = delays[failures - 1];
  if (delay === undefined) return null;
  const asked = Math.min(askedSeconds ?? 0, askedSecondsMax) * second;
  return Math.round(Math.max(jittered(delay, jitterShare, random), asked));
};
