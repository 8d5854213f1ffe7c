// The health of a webhook, as the process that delivers to it sees it. After a few failures in a row the lane is parked:
// it rests, then tries one delivery at a time, and the first success opens it again. What waits meanwhile uses up none of
// its attempts.

import { doublingPause, jittered } from '../../platform/backoff.ts';

export interface LaneHealth {
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
  /** When the current unbroken row of failures began. */
  readonly firstFailureAt: number | null;
  readonly consecutiveFailures: number;
  /** Why the last attempt failed, as JSON. */
  readonly lastFailure: string | null;
  /** Deliveries may start after this time, one at a time; null when the lane is open. */
  readonly parkedUntil: number | null;
  /** Rests since the last success: each is longer than the one before. */
  readonly rests: number;
}

export const newHealth: LaneHealth = {
  lastSuccessAt: null,
  lastFailureAt: null,
  firstFailureAt: null,
  consecutiveFailures: 0,
  lastFailure: null,
  parkedUntil: null,
  rests: 0,
};

const failuresUntilParked = 5;
const firstRestMilliseconds = 30_000;
const longestRestMilliseconds = 600_000;
const jitterShare = 0.2;

const restAfter = (rests: number, random: () => number): number =>
  Math.round(
    jittered(doublingPause(firstRestMilliseconds, longestRestMilliseconds, rests), jitterShare, random),
  );

export const afterSuccess = (health: LaneHealth, now: number): LaneHealth => ({
  ...health,
  lastSuccessAt: now,
  firstFailureAt: null,
  consecutiveFailures: 0,
  parkedUntil: null,
  rests: 0,
});

export interface FailedAttempt {
  readonly at: number;
  readonly failure: string;
  /** The receiver asked to be left in peace until then. */
  readonly askedUntil: number | null;
}

export const afterFailure = (
  health: LaneHealth,
  attempt: FailedAttempt,
  random: () => number = Math.random,
): LaneHealth => {
  const consecutiveFailures = health.consecutiveFailures + 1;
  const isResting = health.parkedUntil !== null && attempt.at < health.parkedUntil;
  const isProbe = health.parkedUntil !== null && !isResting;
  // Attempts that were under way when the lane was parked fail too, but say nothing new.
  const mustRest = !isResting && (isProbe || consecutiveFailures >= failuresUntilParked);
  const restUntil = mustRest ? attempt.at + restAfter(health.rests, random) : health.parkedUntil;
  const parkedUntil = Math.max(restUntil ?? 0, attempt.askedUntil ?? 0) || null;
  return {
    lastSuccessAt: health.lastSuccessAt,
    lastFailureAt: attempt.at,
    firstFailureAt: health.firstFailureAt ?? attempt.at,
    consecutiveFailures,
    lastFailure: attempt.failure,
    parkedUntil,
    rests: mustRest ? health.rests + 1 : health.rests,
  };
};

const daysUntilDisabled = 5;

/** At least two failures and no success for days: the receiver is gone. */
export const isBeyondHope = (health: LaneHealth): boolean =>
  health.consecutiveFailures >= 2 &&
  health.firstFailureAt !== null &&
  health.lastFailureAt !== null &&
  health.lastFailureAt - health.firstFailureAt >= daysUntilDisabled * 86_400_000;

/** The number of deliveries that may be under way at this moment. */
export const openness = (health: LaneHealth, concurrency: number, now: number): number => {
  if (health.parkedUntil === null) return concurrency;
  return now < health.parkedUntil ? 0 : 1;
};
