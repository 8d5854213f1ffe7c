// How many requests one key may make: GCRA, which is a token bucket kept as a single number per key (the time at which
// the bucket would be full again).

export interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the whole limit is there again. */
  readonly resetSeconds: number;
  /** Seconds until one more request is allowed; 0 when it was. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  take(key: string, limitPerWindow: number, nowMilliseconds: number): RateDecision;
  readonly windowSeconds: number;
}

/** Keys whose bucket is full again carry no information; they are swept when this many are kept. */
const sweepAt = 10_000;

export const createRateLimiter = (windowSeconds: number): RateLimiter => {
  const windowMilliseconds = windowSeconds * 1000;
  const fullAt = new Map<string, number>();
  let nextSweep = sweepAt;

  const sweep = (now: number): void => {
    for (const [key, time] of fullAt) if (time <= now) fullAt.delete(key);
    nextSweep = Math.max(sweepAt, fullAt.size * 2);
  };

  return {
    windowSeconds,
    take(key, limit, now) {
      const cost = windowMilliseconds / limit;
      const before = Math.max(fullAt.get(key) ?? 0, now);
      const after = before + cost;
      const allowed = after - now <= windowMilliseconds + 1e-6;
      if (allowed) {
        fullAt.set(key, after);
        if (fullAt.size > nextSweep) sweep(now);
      }
      const used = (allowed ? after : before) - now;
      return {
        allowed,
        limit,
        remaining: Math.max(0, Math.floor((windowMilliseconds - used) / cost + 1e-6)),
        resetSeconds: Math.ceil(used / 1000),
        retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((after - now - windowMilliseconds) / 1000)),
      };
    },
  };
};
