// Meta's two speed limits: messages per second of a phone number (130429) and messages to the same person (131056).
// Both are one number per key (GCRA): the time at which the key will have paid for everything it sent.

export interface Limit {
  /** Milliseconds between messages; 0 lifts the limit. */
  intervalMs: number;
  /** How many may come at once after a pause. */
  burst: number;
}

export interface Limiter {
  /** Counts one message, or refuses it when it is over the limit. */
  take(key: string, nowMs: number, limit: Limit): boolean;
  /** Counts one message that cannot be refused. */
  spend(key: string, nowMs: number, limit: Limit): void;
  size(): number;
  clear(): void;
}

export function createLimiter(keysMax = 200_000): Limiter {
  const paidUntil = new Map<string, number>();

  function put(key: string, until: number, nowMs: number): void {
    if (paidUntil.size >= keysMax && !paidUntil.has(key)) makeRoom(nowMs);
    paidUntil.set(key, until);
  }

  function makeRoom(nowMs: number): void {
    for (const [key, until] of paidUntil) if (until <= nowMs) paidUntil.delete(key);
    for (const key of paidUntil.keys()) {
      if (paidUntil.size < keysMax * 0.9) break;
      paidUntil.delete(key);
    }
  }

  return {
    take(key, nowMs, { intervalMs, burst }) {
      if (intervalMs <= 0) return true;
      const from = Math.max(paidUntil.get(key) ?? 0, nowMs);
      // A hundredth of an interval forgives the rounding of fractions, such as 1000/80 ms.
      if (from - nowMs > intervalMs * (Math.max(1, burst) - 1 + 0.01)) return false;
      put(key, from + intervalMs, nowMs);
      return true;
    },
    spend(key, nowMs, { intervalMs }) {
      if (intervalMs <= 0) return;
      put(key, Math.max(paidUntil.get(key) ?? 0, nowMs) + intervalMs, nowMs);
    },
    size: () => paidUntil.size,
    clear: () => paidUntil.clear(),
  };
}

/** So many per second, all of which may come at once. */
export function perSecond(rate: number): Limit {
  return { intervalMs: rate > 0 ? 1000 / rate : 0, burst: Math.max(1, Math.floor(rate)) };
}
