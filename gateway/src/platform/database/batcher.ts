// Group commit: callers hand in one item each and wait; whenever a flusher is free it takes all that wait and writes
// them in one go. An idle process adds no latency, a busy one grows its batches by itself. An item without a waiting
// caller may be held back a little to share a commit.
// Half of a small batch's cost is the statement and not its rows. So another flusher helps only when many items wait, or
// when the current one is blocked; and while items come quickly, a batch waits until about eight share it, though never
// long enough for its caller to notice. Where several processes share the work, each gets a part of the items and waits so
// much longer: all together then write as many batches as one alone would.

export interface BatcherOptions<Item, Result> {
  /** Writes the items and answers one result each, in order. Throws when none of them was written. */
  readonly flush: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly flushers: number;
  readonly itemsMax: number;
  readonly bytesMax: number;
  readonly bytesOf: (item: Item) => number;
  /** True for an error that says nothing about the items (a lost connection): they fail together, unsplit. */
  readonly isOutage: (error: unknown) => boolean;
  /**
   * Milliseconds that an item may be held back to share a commit; 0 when left out. One with 0 takes all others along, and
   * waits only for its turn while such items come quickly. `stretch` says how much longer than that of a process alone it is to be
   * for as few commits.
   */
  readonly patienceOf?: (item: Item, stretch: number) => number;
  /** How many processes share the work; 1 when left out. */
  readonly processes?: (() => number) | undefined;
  readonly onFlush?: (items: number) => void;
}

/** For items without a waiting caller. Short enough that a person who looks sees no difference. */
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

/** Another flusher joins in when this many items wait, or the first has waited this long. */
const crowd = 48;
const heldUpMilliseconds = 20;

/** This many impatient items within this time are a rush. */
const quickItems = 8;
const quickMilliseconds = 80;

/** In a rush batches begin as far apart as this many items take to arrive, between these bounds in milliseconds. */
const worthwhileItems = 8;
const spacingLeast = 8;
const spacingMost = 20;

/** More processes than the first number lengthen no wait further; the longest wait stops growing at the second. */
const stretchMax = 4;
const stretchOfMost = 2;

/** Answers for each impatient item how far apart batches begin. */
class Rush {
  readonly #arrivals = new Float64Array(quickItems).fill(Number.NEGATIVE_INFINITY);
  #next = 0;

  /** 0 while items come slowly. */
  spacingAt(now: number, stretch: number): number {
    const oldest = this.#arrivals[this.#next] ?? now;
    this.#arrivals[this.#next] = now;
    this.#next = (this.#next + 1) % quickItems;
    const took = now - oldest;
    if (took >= quickMilliseconds * stretch) return 0;
    const most = spacingMost * Math.min(stretch, stretchOfMost);
    return Math.max(spacingLeast * stretch, Math.min((took * worthwhileItems) / quickItems, most));
  }
}

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

class GroupCommit<Item, Result> implements Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  readonly #queue: Entry<Item, Result>[] = [];
  #busyFlushers = 0;
  #isWakePlanned = false;
  #isLookPlanned = false;
  #gathering: NodeJS.Timeout | undefined;
  #gatheringUntil = Number.POSITIVE_INFINITY;
  readonly #rush = new Rush();
  #takenAt = Number.NEGATIVE_INFINITY;
  /** When the first of those that wait has lost its patience. */
  #dueAt = Number.POSITIVE_INFINITY;
  #idleWaiters: (() => void)[] = [];

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ item, resolve, reject });
      this.#dueAt = Math.min(this.#dueAt, this.#dueOf(item, performance.now()));
      this.#wake();
    });
  }

  /** When a batch with this item is to begin at the latest; 0 stands for now. */
  #dueOf(item: Item, now: number): number {
    const stretch = Math.min(Math.max(this.#options.processes?.() ?? 1, 1), stretchMax);
    const patience = this.#options.patienceOf?.(item, stretch) ?? 0;
    if (patience > 0) return now + patience;
    const turn = this.#takenAt + this.#rush.spacingAt(now, stretch);
    return turn > now ? turn : 0;
  }

  drain(): Promise<void> {
    if (this.#queue.length === 0 && this.#busyFlushers === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve);
      this.#dueAt = 0;
      this.#wake();
    });
  }

  get waiting(): number {
    return this.#queue.length;
  }

  get #isDue(): boolean {
    return this.#dueAt === 0 || this.#queue.length >= crowd || this.#dueAt <= performance.now();
  }

  get #hasFreeFlusher(): boolean {
    return this.#busyFlushers < this.#options.flushers;
  }

  async #runFlusher(): Promise<void> {
    this.#busyFlushers += 1;
    while (this.#queue.length > 0 && this.#isDue) {
      const batch = takeBatch(this.#queue, this.#options);
      this.#dueAt = this.#queue.length > 0 ? 0 : Number.POSITIVE_INFINITY;
      this.#takenAt = performance.now();
      this.#options.onFlush?.(batch.length);
      await writeBatch(batch, this.#options);
    }
    this.#busyFlushers -= 1;
    if (this.#queue.length > 0) this.#wake();
    else if (this.#busyFlushers === 0) for (const done of this.#idleWaiters.splice(0)) done();
  }

  /** The wake-up waits for the end of the event loop's turn, so that all requests read in one turn share a batch. */
  #wake(): void {
    if (this.#isWakePlanned || !this.#hasFreeFlusher) return;
    if (!this.#isDue) {
      this.#gather();
      return;
    }
    if (this.#busyFlushers > 0 && this.#queue.length < Math.min(crowd, this.#options.itemsMax)) {
      this.#lookLater();
      return;
    }
    this.#isWakePlanned = true;
    setImmediate(() => {
      this.#isWakePlanned = false;
      // A flusher takes its batch at once; the rest of a burst larger than one batch is for the next.
      while (this.#queue.length > 0 && this.#isDue && this.#hasFreeFlusher) void this.#runFlusher();
      if (this.#queue.length > 0) this.#wake();
    });
  }

  /** Items that may be held back wait until the first of them has lost its patience. */
  #gather(): void {
    if (this.#queue.length === 0 || this.#gatheringUntil <= this.#dueAt) return;
    clearTimeout(this.#gathering);
    this.#gatheringUntil = this.#dueAt;
    const wait = Math.max(0, Math.ceil(this.#dueAt - performance.now()));
    this.#gathering = setTimeout(() => {
      this.#gatheringUntil = Number.POSITIVE_INFINITY;
      this.#wake();
    }, wait);
  }

  /** Items that wait behind a stuck flush get a flusher of their own. */
  #lookLater(): void {
    if (this.#isLookPlanned) return;
    this.#isLookPlanned = true;
    setTimeout(() => {
      this.#isLookPlanned = false;
      if (this.#queue.length === 0 || !this.#hasFreeFlusher) return;
      if (performance.now() - this.#takenAt >= heldUpMilliseconds) void this.#runFlusher();
      else this.#lookLater();
    }, heldUpMilliseconds);
  }
}

export const createBatcher = <Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> =>
  new GroupCommit(options);
