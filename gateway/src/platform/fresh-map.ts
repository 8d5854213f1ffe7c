// Answers of the database that a process caches for a moment, so that the hot path costs no query. An entry is fresh
// for a while and then renewed in the background, with the old value used meanwhile; one that is too old is never used.

export interface FreshMap<Value> {
  /** The cached value if it is not too old, else undefined. */
  peek(key: string): Value | undefined;
  /** Asks now; many that ask for the same at once share one question. */
  find(key: string): Promise<Value>;
  /** Drops what is remembered, also an answer that is just under way. */
  forget(key: string): void;
}

export interface FreshMapOptions<Value> {
  readonly load: (key: string) => Promise<Value>;
  readonly freshMilliseconds: number;
  readonly usableMilliseconds: number;
  readonly entriesMax: number;
  readonly now: () => number;
}

interface Entry<Value> {
  value: Value | undefined;
  readAt: number;
  /** A renewal that failed is not retried at once: a database that is away must not be queried by every message. */
  renewAt: number;
  renewal: Promise<Value> | null;
}

const afterFailureMilliseconds = 500;

export const createFreshMap = <Value>(options: FreshMapOptions<Value>): FreshMap<Value> => {
  const { load, freshMilliseconds, usableMilliseconds, entriesMax, now } = options;
  const entries = new Map<string, Entry<Value>>();

  const renew = (key: string, entry: Entry<Value>): Promise<Value> => {
    entry.renewal ??= (async () => {
      // The age counts from before the question: what it read may be as old as that.
      const askedAt = now();
      try {
        const value = await load(key);
        entry.value = value;
        entry.readAt = askedAt;
        entry.renewAt = askedAt + freshMilliseconds;
        return value;
      } catch (error) {
        entry.renewAt = now() + afterFailureMilliseconds;
        throw error;
      } finally {
        entry.renewal = null;
      }
    })();
    return entry.renewal;
  };

  return {
    peek(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const time = now();
      if (time - entry.readAt > usableMilliseconds) return undefined;
      // A renewal that fails is reported to the caller that finds the entry too old, not here.
      if (time > entry.renewAt) renew(key, entry).catch(() => undefined);
      return entry.value;
    },
    find(key) {
      let entry = entries.get(key);
      if (!entry) {
        if (entries.size >= entriesMax) entries.clear();
        const never = Number.NEGATIVE_INFINITY;
        entry = { value: undefined, readAt: never, renewAt: never, renewal: null };
        entries.set(key, entry);
      }
      return renew(key, entry);
    },
    forget(key) {
      entries.delete(key);
    },
  };
};
