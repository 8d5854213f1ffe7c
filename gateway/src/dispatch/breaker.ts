// Notices a provider that does not answer at all. After a few failures in a row only one message at a time is tried,
// and ever more rarely, until one succeeds: a thousand messages to a provider that is down would all fail.

import { doublingPause } from '../platform/backoff.ts';

export interface Breaker {
  /** How long to wait before the next attempt; `Infinity` while the one probe is under way. */
  waitAt(now: number, inFlight: number): number;
  /** An answer of any kind came. Returns `closed` when that closed the breaker. */
  succeed(): 'closed' | null;
  /** No answer came. Returns `opened` when that opened the breaker. */
  fail(now: number): 'opened' | null;
}

const failuresToOpen = 5;
const firstPauseMilliseconds = 1_000;
const longestPauseMilliseconds = 30_000;

export const createBreaker = (): Breaker => {
  let failures = 0;
  let tryAt = 0;
  const isOpen = (): boolean => failures >= failuresToOpen;
  return {
    waitAt(now, inFlight) {
      if (!isOpen()) return 0;
      if (tryAt > now) return tryAt - now;
      return inFlight > 0 ? Number.POSITIVE_INFINITY : 0;
    },
    succeed() {
      const wasOpen = isOpen();
      failures = 0;
      return wasOpen ? 'closed' : null;
    },
    fail(now) {
      failures += 1;
      if (!isOpen()) return null;
      tryAt =
        now + doublingPause(firstPauseMilliseconds, longestPauseMilliseconds, failures - failuresToOpen);
      return failures === failuresToOpen ? 'opened' : null;
    },
  };
};
