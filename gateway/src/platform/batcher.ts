// Group commit: callers hand in one item each and wait; whenever a flusher is free it takes all that wait and writes
// them in one go. What somebody waits for never waits for company: an idle process adds no latency, a busy one grows its
// batches by itself. What nobody waits for may be given a little patience, and shares a commit that it would have had alone.
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
  /** Milliseconds that an item may wait for company; 0 when left out. One that may not wait takes all others along. */
  readonly patienceOf?: (item: Item) => number;
  readonly onFlush?: (items: number) => void;
}

/** For what nobody waits for. Short enough that a person who looks sees no difference. */
export const patienceMilliseconds = 25;

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
  let isGathering = false;
  let takenAt = 0;
  /** When the first of those that wait has lost its patience. */
  let dueAt = Number.POSITIVE_INFINITY;
  let idleWaiters: (() => void)[] = [];

  const isDue = (): boolean => dueAt === 0 || queue.length >= crowd || dueAt <= performance.now();

  const runFlusher = async (): Promise<void> => {
    busyFlushers += 1;
    while (queue.length > 0 && isDue()) {
      const batch = takeBatch(queue, options);
      dueAt = queue.length > 0 ? 0 : Number.POSITIVE_INFINITY;
      takenAt = performance.now();
      options.onFlush?.(batch.length);
      await writeBatch(batch, options);
    }
    busyFlushers -= 1;
    if (queue.length > 0) wake();
    else if (busyFlushers === 0) tellIdle();
  };

  const tellIdle = (): void => {
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const done of waiters) done();
  };

  // The wake-up waits for the end of the event loop's turn, so that all requests read in one turn share a batch.
  const wake = (): void => {
    if (isWakePlanned || busyFlushers >= options.flushers) return;
    if (!isDue()) {
      gather();
      return;
    }
    if (busyFlushers > 0 && queue.length < Math.min(crowd, options.itemsMax)) {
      lookLater();
      return;
    }
    isWakePlanned = true;
    setImmediate(() => {
      isWakePlanned = false;
      // A flusher takes its batch at once; what is left, in a burst larger than one batch, is for the next.
      while (queue.length > 0 && isDue() && busyFlushers < options.flushers) void runFlusher();
      if (queue.length > 0) wake();
    });
  };

  const gather = (): void => {
    if (isGathering || queue.length === 0) return;
    isGathering = true;
    setTimeout(
      () => {
        isGathering = false;
        wake();
      },
      Math.ceil(dueAt - performance.now()),
    );
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
        const patience = options.patienceOf?.(item) ?? 0;
        dueAt = Math.min(dueAt, patience > 0 ? performance.now() + patience : 0);
        wake();
      });
    },
    drain() {
      if (queue.length === 0 && busyFlushers === 0) return Promise.resolve();
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
        dueAt = 0;
        wake();
      });
    },
    get waiting() {
      return queue.length;
    },
  };
};
