// The rows that wait in a table, and how many of them a process has in memory: the heart of a lane, of messages and of
// webhooks alike. The table holds everything, memory holds what is sent next. Three races are handled here:
// - A new item may bypass the table only while memory holds every row that waits there; otherwise it would overtake.
// - An item that comes while the table is being read waits for the rows found, and follows them. A lane that sent it to
//   the table would have to read again, and under load it would never finish. One that was stored soon enough to be found
//   itself takes its place there: those found behind it would overtake.
// - An item that memory releases while the table is being read may be found as still waiting, because the reading is
//   older. Taken up again, it would go out twice.

/** One read of the table, numbered in the order in which they began. */
export type Reading = number;

export interface BacklogOptions {
  /**
   * The table may list an item again after memory has evicted it: a message can be requeued. A reading that finds such
   * a row cannot tell whether it is old or has just returned, so another reading has to follow.
   */
  readonly mayReturn: boolean;
}

export class Backlog<Item> {
  readonly #options: BacklogOptions;
  /** In memory, under way, or not yet committed: the table may still list them as waiting. */
  readonly #held = new Set<string>();
  /** Evicted while the table was being read, each with the latest reading that had begun by then. */
  readonly #letGoDuring = new Map<string, Reading>();
  /** Came during the filling that is under way; not among those that are held. */
  readonly #late = new Map<string, Item>();
  #openReadings = 0;
  #latestReading: Reading = 0;
  #filling: Reading | null = null;
  #mayHaveRows = true;
  #hasSeenAll = false;

  constructor(options: BacklogOptions) {
    this.#options = options;
  }

  /** Memory may not hold every row that waits in the table: new items must queue there. */
  get mayHaveRows(): boolean {
    return this.#mayHaveRows;
  }

  /** All that waits is being read. */
  get isFilling(): boolean {
    return this.#filling !== null;
  }

  /** False until a filling has shown all that waits, and after one that has not. */
  get hasSeenAll(): boolean {
    return this.#hasSeenAll;
  }

  /** How many are in memory, also those that came during a filling. */
  get size(): number {
    return this.#held.size + this.#late.size;
  }

  /** How many came during the filling that is under way. */
  get late(): number {
    return this.#late.size;
  }

  /** All that are in memory. */
  get ids(): Iterable<string> {
    return [...this.#held, ...this.#late.keys()];
  }

  hold(id: string): void {
    this.#held.add(id);
  }

  holds(id: string): boolean {
    return this.#held.has(id) || this.#late.has(id);
  }

  /** Memory is done with it. */
  letGo(id: string): void {
    this.#held.delete(id);
    this.#late.delete(id);
    if (this.#openReadings > 0) this.#letGoDuring.set(id, this.#latestReading);
  }

  /** Rows that memory does not hold may wait in the table. */
  doubt(): void {
    this.#mayHaveRows = true;
  }

  /** Came during a filling: it waits for the rows found. One that an earlier reading has brought already is ignored. */
  follow(id: string, item: Item): void {
    if (!this.#held.has(id)) this.#late.set(id, item);
  }

  /** Some rows are being read: those whose time has come, for example. Every reading ends. */
  beginReading(): Reading {
    this.#openReadings += 1;
    this.#latestReading += 1;
    return this.#latestReading;
  }

  endReading(): void {
    this.#openReadings -= 1;
    if (this.#openReadings === 0) this.#letGoDuring.clear();
  }

  /**
   * All that waits is being read, as far as memory has room. A hint that the table may hold more, given from now on,
   * outlives it.
   */
  beginFilling(): Reading {
    this.#filling = this.beginReading();
    this.#mayHaveRows = false;
    return this.#filling;
  }

  /** It was evicted after this reading began, so the reading may still list it as waiting. */
  #wasLetGoSince(id: string, reading: Reading): boolean {
    return (this.#letGoDuring.get(id) ?? 0) >= reading;
  }

  /** For a row that the filling under way has read: true when memory does not hold it and should take it. */
  lacks(id: string): boolean {
    return !this.#held.has(id) && !(this.#filling !== null && this.#wasLetGoSince(id, this.#filling));
  }

  /**
   * Takes a row that a reading has found; rows are taken in the order found. Answers the item that memory queues now, and
   * holds: the row, or the same one that came during the filling and takes its place here. Null when memory has it already,
   * or has let it go since the reading began.
   */
  take(reading: Reading, id: string, found: Item): Item | null {
    if (this.#held.has(id)) return null;
    if (this.#wasLetGoSince(id, reading)) {
      if (this.#options.mayReturn) this.doubt();
      return null;
    }
    const late = this.#late.get(id);
    if (late !== undefined) this.#late.delete(id);
    this.#held.add(id);
    return late ?? found;
  }

  /**
   * The rows found are taken. `isAll`: no more rows wait. Answers the items that came meanwhile, which are not held yet: they
   * follow the rows found, or, when more wait than were found, have to come from the table behind them.
   */
  endFilling(isAll: boolean): { readonly following: readonly Item[]; readonly evicted: readonly Item[] } {
    this.endReading();
    this.#filling = null;
    this.#hasSeenAll = isAll;
    if (!isAll) this.#mayHaveRows = true;
    const late = [...this.#late.values()];
    this.#late.clear();
    return this.#mayHaveRows ? { following: [], evicted: late } : { following: late, evicted: [] };
  }
}
