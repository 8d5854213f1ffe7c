// Group commit: callers hand in one item each and wait; whenever a flusher is free it takes all that wait and writes
// them in one go. No batch waits for company: an idle process adds no latency, a busy one grows its batches by itself.
// Half of a small batch's cost is the statement and not its rows, so another flusher helps only when a crowd waits, or when
// the one under way is held up.

export interface BatcherOptions<Item, Result> {
  /** Writes the items and answers one result each, in order. Throws when none of them was written. */
  readonly flush: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly flushers: number;
  readonly itemsMax: number;
  readonly bytesMax: number;
  readonly bytesOf: (item: Item) => number;
  /** True for an error that says nothing about the items (a lost connection): they fail together, unsplit. */
  readonly isOutage: (error: unknown) => boolean;
  readonly onFlush?: (items: number) => void;
}

export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
  /** Resolves when everything added so far has been written or has failed. */
  drain(): Promise<void>;
  readonly waiting: number;
}

interface Entry<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** So many wait, or so long, before another flusher joins in. */
const crowd = 48;
const heldUpMilliseconds = 20;

/** Takes from the front of the queue what fits into one batch: at least one entry, however large. */
const takeBatch = <Item, Result>(
  queue: Entry<Item, Result>[],
  options: BatcherOptions<Item, Result>,
): Entry<Item, Result>[] => {
  let bytes = 0;
  let count = 0;
  for (const entry of queue) {
    if (count === options.itemsMax) break;
    bytes += options.bytesOf(entry.item);
    if (count > 0 && bytes > options.bytesMax) break;
    count += 1;
  }
  return queue.splice(0, count);
};

/** One bad item must not fail its neighbours: halve the batch until the bad one stands alone. */
const writeBatch = async <Item, Result>(
  entries: readonly Entry<Item, Result>[],
  options: BatcherOptions<Item, Result>,
): Promise<void> => {
  try {
    const results = await options.flush(entries.map((entry) => entry.item));
    for (const [index, entry] of entries.entries()) entry.resolve(results[index] as Result);
  } catch (error) {
    if (entries.length === 1 || options.isOutage(error)) {
      for (const entry of entries) entry.reject(error);
      return;
    }
    const middle = entries.length >> 1;
    await writeBatch(entries.slice(0, middle), options);
    await writeBatch(entries.slice(middle), options);
  }
};

export const createBatcher = <Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> => {
  const queue: Entry<Item, Result>[] = [];
  let busyFlushers = 0;
  let isWakePlanned = false;
  let isLookPlanned = false;
  let takenAt = 0;
  let idleWaiters: (() => void)[] = [];

  const runFlusher = async (): Promise<void> => {
    busyFlushers += 1;
    while (queue.length > 0) {
      const batch = takeBatch(queue, options);
      takenAt = performance.now();
      options.onFlush?.(batch.length);
      await writeBatch(batch, options);
    }
    busyFlushers -= 1;
    if (busyFlushers > 0) return;
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const done of waiters) done();
  };

  // The wake-up waits for the end of the event loop's turn, so that all requests read in one turn share a batch.
  const wake = (): void => {
    if (isWakePlanned || busyFlushers >= options.flushers) return;
    if (busyFlushers > 0 && queue.length < Math.min(crowd, options.itemsMax)) {
      lookLater();
      return;
    }
    isWakePlanned = true;
    setImmediate(() => {
      isWakePlanned = false;
      // A flusher takes its batch at once; what is left, in a burst larger than one batch, is for the next.
      while (queue.length > 0 && busyFlushers < options.flushers) void runFlusher();
    });
  };

  /** What waits behind a flush that does not end gets a flusher of its own. */
  const lookLater = (): void => {
    if (isLookPlanned) return;
    isLookPlanned = true;
    setTimeout(() => {
      isLookPlanned = false;
      if (queue.length === 0 || busyFlushers >= options.flushers) return;
      if (performance.now() - takenAt >= heldUpMilliseconds) void runFlusher();
      else lookLater();
    }, heldUpMilliseconds);
  };

  return {
    add(item) {
      return new Promise<Result>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        wake();
      });
    },
    drain() {
      if (queue.length === 0 && busyFlushers === 0) return Promise.resolve();
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
        wake();
      });
    },
    get waiting() {
      return queue.length;
    },
  };
};
