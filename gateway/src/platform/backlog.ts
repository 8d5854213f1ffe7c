// The rows that wait in a table, and how many of them a process has in memory: the heart of a lane, of messages and of
// webhooks alike. The table holds everything, memory holds what is sent next. Three races are handled here:
// - A new item may bypass the table only while memory holds every row that waits there; otherwise it would overtake.
// - An item that comes while the table is being read waits for the rows found, and follows them. A lane that sent it to
//   the table would have to read again, and under load it would never finish. One that was stored soon enough to be found
//   itself takes its place there: those found behind it would overtake.
// - An item that memory releases while the table is being read may be found as still waiting, because the reading is
//   older. Taken up again, it would go out twice.

export class Backlog<Item> {
  /** In memory, under way, or not yet committed: the table may still list them as waiting. */
  readonly #held = new Set<string>();
  readonly #letGoMeanwhile = new Set<string>();
  readonly #late = new Map<string, Item>();
  #readings = 0;
  #isFilling = false;
  #mayHaveRows = true;
  #hasSeenAll = false;

  /** Memory may not hold every row that waits in the table: new items must queue there. */
  get mayHaveRows(): boolean {
    return this.#mayHaveRows;
  }

  /** All that waits is being read. */
  get isFilling(): boolean {
    return this.#isFilling;
  }

  /** False until a filling has shown all that waits, and after one that has not. */
  get hasSeenAll(): boolean {
    return this.#hasSeenAll;
  }

  /** How many are held. */
  get size(): number {
    return this.#held.size;
  }

  /** How many came during the filling that is under way. */
  get late(): number {
    return this.#late.size;
  }

  /** All that are held. */
  get ids(): Iterable<string> {
    return this.#held;
  }

  hold(id: string): void {
    this.#held.add(id);
  }

  holds(id: string): boolean {
    return this.#held.has(id);
  }

  /** Memory is done with it. */
  letGo(id: string): void {
    this.#held.delete(id);
    if (this.#readings > 0) this.#letGoMeanwhile.add(id);
  }

  /** It was released since the reading began: that the table lists it as waiting may be long past. */
  wasLetGo(id: string): boolean {
    return this.#letGoMeanwhile.has(id);
  }

  /** Rows that memory does not hold may wait in the table. */
  doubt(): void {
    this.#mayHaveRows = true;
  }

  /** Came during a filling: it waits for the rows found. */
  follow(id: string, item: Item): void {
    this.#late.set(id, item);
  }

  /** One that came during the filling and is among the rows found: it follows no longer. */
  takeLate(id: string): Item | undefined {
    const item = this.#late.get(id);
    this.#late.delete(id);
    return item;
  }

  /** Some rows are being read: those whose time has come, for example. Every reading ends. */
  beginReading(): void {
    this.#readings += 1;
  }

  endReading(): void {
    this.#readings -= 1;
    if (this.#readings === 0) this.#letGoMeanwhile.clear();
  }

  /** All that waits is being read, as far as memory has room. A doubt from now on outlives it. */
  beginFilling(): void {
    this.beginReading();
    this.#isFilling = true;
    this.#mayHaveRows = false;
  }

  /**
   * The rows found are held. `isAll`: no more rows wait. Answers the items that came meanwhile: they follow the rows
   * found, or, when more wait than were found, have to come from the table behind them.
   */
  endFilling(isAll: boolean): { readonly following: readonly Item[]; readonly evicted: readonly Item[] } {
    this.endReading();
    this.#isFilling = false;
    this.#hasSeenAll = isAll;
    if (!isAll) this.#mayHaveRows = true;
    const late = [...this.#late.values()];
    this.#late.clear();
    return this.#mayHaveRows ? { following: [], evicted: late } : { following: late, evicted: [] };
  }
}
