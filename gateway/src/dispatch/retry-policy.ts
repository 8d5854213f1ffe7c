// When a message that was not accepted is retried: doubling from two seconds to five minutes, with jitter so that
// messages that failed together do not come back together. Pure arithmetic.

import { doublingPause, jittered } from '../platform/backoff.ts';

const firstSeconds = 2;
const longestSeconds = 300;
const jitterShare = 0.2;

/** Milliseconds to wait before attempt number `attempt + 1`; `askedSeconds` is what the provider asked for. */
export const retryDelay = (
  attempt: number,
  askedSeconds: number | null,
  random: () => number = Math.random,
): number => {
  const doubled = doublingPause(firstSeconds, longestSeconds, attempt - 1);
  const seconds = jittered(Math.max(doubled, askedSeconds ?? 0), jitterShare, random);
  // Never sooner than the provider asked for; messages that all got the same delay come back spread over a while.
  const earliest = (askedSeconds ?? 0) * (1 + jitterShare * random());
  return Math.round(Math.max(seconds, earliest) * 1000);
};
