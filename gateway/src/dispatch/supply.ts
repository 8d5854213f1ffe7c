// What the table may hold of a lane beyond its memory, and getting it. New messages may go past the table only while it is
// known to hold none: otherwise they would overtake the ones in it. Those that come while it is being looked at wait for what
// is found: a lane that sent them to the table would have to look again, and at a high rate never come to an end.

import type { Entry } from './entry.ts';
import type { LaneQueue } from './lane-queue.ts';

export interface SupplyOptions {
  readonly queue: LaneQueue;
  /** The oldest waiting messages of one class. */
  readonly find: (priority: number, limit: number, crowded: readonly string[]) => Promise<Entry[]>;
  /** The pace of the sender. */
  readonly perSecond: () => number;
  readonly onArrived: () => void;
  readonly onFailed: (error: unknown) => void;
}

export const memoryMax = 1_024;
const filledMin = 64;
/** A slow sender is filled often and with little: reading a thousand rows at once would hold up everybody else. */
const filledSeconds = 4;
const refillShare = 0.25;
/** Of the memory: what single messages and campaigns may take of it when it is filled. */
const classShares = [0.8, 0.2] as const;
/** After looking in vain although something is there, for people who are crowded, or because the database is away. */
const pauseMilliseconds = 1_000;

export class Supply {
  readonly #options: SupplyOptions;
  /** Ids in memory or in flight: the table may still list them as waiting. */
  readonly held = new Set<string>();
  /** Let go while the table was being looked at: what is found may be older than that, and list them as still waiting. */
  readonly #letGo = new Set<string>();
  /** Came while the table was being looked at, and are in it as well. */
  #late: Entry[] = [];
  #arriving = 0;
  #mayHaveRows = true;
  #isLooking = false;
  #notBefore = 0;

  constructor(options: SupplyOptions) {
    this.#options = options;
  }

  /** True when a new message has to line up in the table. */
  get isFirst(): boolean {
    return this.#mayHaveRows || this.#arriving > 0 || this.held.size >= memoryMax;
  }

  get isLooking(): boolean {
    return this.#isLooking;
  }

  /** To how many memory is filled. */
  get #filled(): number {
    return Math.min(memoryMax, Math.max(filledMin, Math.ceil(this.#options.perSecond() * filledSeconds)));
  }

  /** Goes on behind what is being looked for. */
  follow(entry: Entry): void {
    this.held.add(entry.id);
    this.#late.push(entry);
  }

  /** Memory is done with it. What was read of it before is never taken up: it would go out a second time. */
  letGo(id: string): void {
    this.held.delete(id);
    if (this.#isLooking) this.#letGo.add(id);
  }

  /** A row is on its way into the table. */
  expect(): void {
    this.#arriving += 1;
  }

  /** It has arrived, or did not. */
  arrived(): void {
    this.#arriving -= 1;
    this.#mayHaveRows = true;
  }

  /** Nobody knows what the table holds. */
  doubt(): void {
    this.#mayHaveRows = true;
  }

  lookSoon(): void {
    this.#mayHaveRows = true;
    this.#notBefore = 0;
  }

  /** Fills memory when it runs low. Answers how long to wait before that may be tried. */
  fillAt(now: number): number | null {
    if (!this.#mayHaveRows || this.#isLooking || this.#options.queue.size >= this.#filled * refillShare)
      return null;
    if (this.#notBefore > now) return this.#notBefore - now;
    void this.#fill();
    return null;
  }

  async #fill(): Promise<void> {
    const { queue, onArrived, onFailed } = this.#options;
    this.#isLooking = true;
    this.#mayHaveRows = false;
    try {
      const crowded = queue.crowded();
      const added = await this.#look(crowded);
      if (added === 0 && crowded.length > 0) this.#notBefore = performance.now() + pauseMilliseconds;
    } catch (error) {
      this.#mayHaveRows = true;
      this.#notBefore = performance.now() + pauseMilliseconds;
      onFailed(error);
    }
    this.#isLooking = false;
    this.#letGo.clear();
    this.#placeLate();
    onArrived();
  }

  #placeLate(): void {
    for (const entry of this.#late.splice(0)) {
      if (!this.#mayHaveRows) {
        this.#options.queue.add(entry);
        continue;
      }
      // More is in the table than was found, and it was there before.
      this.held.delete(entry.id);
      entry.isLeft = true;
      if (!entry.isStored && !entry.isWithdrawn) this.expect();
    }
  }

  async #look(crowded: readonly string[]): Promise<number> {
    let added = 0;
    for (const [priority, share] of classShares.entries()) {
      // What is held may be listed first: ask for so much more.
      const limit = Math.floor(this.#filled * share) + this.held.size;
      const found = await this.#options.find(priority, limit, crowded);
      for (const entry of found) {
        if (this.held.has(entry.id)) continue;
        if (this.#letGo.has(entry.id)) {
          // If it was let go to wait in the table, only a new look can tell.
          this.#mayHaveRows = true;
          continue;
        }
        this.held.add(entry.id);
        this.#options.queue.add(entry);
        added += 1;
      }
      if (found.length >= limit || crowded.length > 0) this.#mayHaveRows = true;
    }
    return added;
  }
}
