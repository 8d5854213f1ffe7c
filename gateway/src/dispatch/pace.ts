// How fast a sender may send: GCRA, a token bucket kept as one number (the time at which it would be full again). The
// steady rate and the burst together stay below the sender's limit in every window of one second, also when the network
// bunches a few messages up.

export interface Pace {
  /** Milliseconds until one more may go; 0 means now. */
  waitAt(now: number): number;
  take(now: number): void;
  /** How many may go at once. */
  roomAt(now: number): number;
  /** Nothing of the burst is used up: a pace that begins again in another process allows no more. */
  isFullAt(now: number): boolean;
  /** It has not recovered from a slow-down. */
  isSlowAt(now: number): boolean;
  /** The provider reports that it is too much: half the rate, which then recovers step by step. */
  slowDown(now: number): void;
  setLimit(perSecond: number): void;
  /** The rate in force, per second. */
  rateAt(now: number): number;
}

const steadyShare = 0.92;
const burstShare = 0.05;
/** Share of the full rate that comes back in one second after a slow-down. */
const recoveryPerSecond = 0.05;
const factorMin = 0.02;

export const createPace = (limitPerSecond: number): Pace => {
  let limit = limitPerSecond;
  let fullAt = Number.NEGATIVE_INFINITY;
  let factor = 1;
  let slowedAt = 0;

  const factorAt = (now: number): number =>
    factor >= 1 ? 1 : Math.min(1, factor + ((now - slowedAt) / 1000) * recoveryPerSecond);
  const rateAt = (now: number): number => limit * steadyShare * factorAt(now);
  const burst = (): number => Math.max(1, Math.floor(limit * burstShare));
  /** The earliest moment at which one more fits. */
  const freeAt = (now: number): number => fullAt - ((burst() - 1) * 1000) / rateAt(now);

  return {
    waitAt: (now) => Math.max(0, freeAt(now) - now),
    take(now) {
      fullAt = Math.max(fullAt, now) + 1000 / rateAt(now);
    },
    roomAt(now) {
      const room = Math.floor((now - freeAt(now)) / (1000 / rateAt(now)) + 1e-9) + 1;
      return Math.max(0, Math.min(burst(), room));
    },
    isFullAt: (now) => fullAt <= now,
    isSlowAt: (now) => factorAt(now) < 1,
    slowDown(now) {
      factor = Math.max(factorMin, factorAt(now) / 2);
      slowedAt = now;
      fullAt = Math.max(fullAt, now) + 1000 / rateAt(now);
    },
    setLimit(perSecond) {
      limit = perSecond;
    },
    rateAt,
  };
};
