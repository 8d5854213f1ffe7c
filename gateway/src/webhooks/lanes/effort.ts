// Measures how a webhook uses its sockets: how long it takes, and how many it has earned. A webhook that is
// unknown yet, or that has just timed out, gets few; every success doubles them. So a dead webhook cannot take many
// sockets before it is known to be dead.

export interface Effort {
  readonly inFlight: number;
  /** The webhook is slow on average, or its oldest attempt under way has taken long already. */
  readonly isSlow: boolean;
  /** Deliveries that one socket completes in a second. */
  readonly perSecond: number;
  /** The most deliveries that may be under way; never more than its concurrency. */
  earned(concurrency: number): number;
  begin(id: string): void;
  end(id: string, isTaken: boolean): void;
}

const firstConcurrency = 2;
const slowMilliseconds = 1_000;
/** Weight of the newest attempt in the average. */
const newestShare = 0.2;

export const createEffort = (now: () => number = () => performance.now()): Effort => {
  /** When each that is under way began, the oldest first. */
  const begins = new Map<string, number>();
  let averageMilliseconds = 0;
  let concurrencyEarned = firstConcurrency;
  return {
    get inFlight() {
      return begins.size;
    },
    get isSlow() {
      const oldest = begins.values().next().value;
      const isWaiting = oldest !== undefined && now() - oldest > slowMilliseconds;
      return isWaiting || averageMilliseconds > slowMilliseconds;
    },
    get perSecond() {
      return 1_000 / Math.max(1, averageMilliseconds);
    },
    earned: (concurrency) => Math.min(concurrency, concurrencyEarned),
    begin: (id) => void begins.set(id, now()),
    end(id, isTaken) {
      const milliseconds = now() - (begins.get(id) ?? now());
      begins.delete(id);
      averageMilliseconds += newestShare * (milliseconds - averageMilliseconds);
      if (isTaken) concurrencyEarned = Math.min(concurrencyEarned * 2, Number.MAX_SAFE_INTEGER);
      else if (milliseconds > slowMilliseconds) concurrencyEarned = firstConcurrency;
    },
  };
};
