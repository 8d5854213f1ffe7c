// Fills the memory of a lane from the table: how much, how often, and in which shares single messages and campaigns get
// it. Which new messages may overtake, and what a read may bring back, is decided by the backlog.

import { Backlog, type Reading } from '../platform/backlog.ts';
import type { Entry } from './entry.ts';
import type { LaneQueue } from './lane-queue.ts';
import type { WaitingLimits } from './queries.ts';

/** The rows of a lane in the table. */
export interface LaneRows {
  /** The oldest waiting messages of each class. */
  findWaiting(limits: WaitingLimits, crowded: readonly string[]): Promise<Entry[]>;
  /** Messages that wait for another attempt, as many as memory holds: those that are due first. */
  findRetrying(): Promise<Retrying[]>;
}

interface Retrying {
  readonly entry: Entry;
  readonly waitMilliseconds: number;
}

export interface SupplyOptions {
  readonly queue: LaneQueue;
  readonly rows: LaneRows;
  /** The pace of the sender. */
  readonly perSecond: () => number;
  readonly onArrived: () => void;
  readonly onFailed: (error: unknown) => void;
}

export const memoryMax = 1_024;
/** In memory, but held up by their people, who are paced or wait for another attempt. They do not hold up the others. */
const heldUpMax = 8 * memoryMax;
const filledMin = 64;
/** A slow sender is filled often and with little: reading a thousand rows at once would delay all other lanes. */
const filledSeconds = 4;
const refillShare = 0.25;
/** Shares of memory for single messages and for campaigns. */
const classShares = [0.8, 0.2] as const;
/**
 * Pause after a read that found nothing usable: the rows belong to people with too many messages in memory, or the database
 * is away.
 */
const pauseMilliseconds = 1_000;

export class Supply {
  readonly #options: SupplyOptions;
  readonly #backlog = new Backlog<Entry>({ mayReturn: true });
  #arriving = 0;
  #notBefore = 0;
  #hasRetrying = false;
  /** Called when a read of the table that begins from now on has ended. */
  #awaiting: (() => void)[] = [];

  constructor(options: SupplyOptions) {
    this.#options = options;
  }

  /** New messages must queue in the table: it may hold older ones. */
  get mustQueueInTable(): boolean {
    return this.#backlog.mayHaveRows || this.#arriving > 0 || this.#backlog.size >= memoryMax;
  }

  get isLooking(): boolean {
    return this.#backlog.isFilling;
  }

  /** Messages in memory or in flight. */
  get size(): number {
    return this.#backlog.size;
  }

  /** The number of messages to which memory is filled. */
  get #filled(): number {
    return Math.min(memoryMax, Math.max(filledMin, Math.ceil(this.#options.perSecond() * filledSeconds)));
  }

  get ids(): Iterable<string> {
    return this.#backlog.ids;
  }

  hold(id: string): void {
    this.#backlog.hold(id);
  }

  holds(id: string): boolean {
    return this.#backlog.holds(id);
  }

  /** Queues a message in memory, behind the rows that are being read. */
  follow(entry: Entry): void {
    this.#backlog.follow(entry.id, entry);
  }

  /** The message is no longer in memory. */
  letGo(id: string): void {
    this.#backlog.letGo(id);
  }

  /** A row is about to be stored in the table. */
  expect(): void {
    this.#arriving += 1;
  }

  /** The row was stored, or was not. */
  arrived(): void {
    this.#arriving -= 1;
    this.#backlog.doubt();
  }

  /** The table may hold messages that memory does not have. */
  doubt(): void {
    this.#backlog.doubt();
  }

  lookSoon(): void {
    this.#backlog.doubt();
    this.#notBefore = 0;
  }

  /** Reads the table soon, even while memory is filled well, and then calls this. */
  whenLooked(then: () => void): void {
    this.#awaiting.push(then);
    this.lookSoon();
  }

  /** Fills memory when it runs low. Answers how long to wait before that may be tried. */
  fillAt(now: number): number | null {
    const { mayHaveRows, isFilling } = this.#backlog;
    if (!mayHaveRows || isFilling) return null;
    if (this.#awaiting.length === 0 && this.#isFilledWell) return null;
    if (this.#notBefore > now) return this.#notBefore - now;
    void this.#fill();
    return null;
  }

  get #isFilledWell(): boolean {
    const { queue } = this.#options;
    return queue.inLine >= this.#filled * refillShare || queue.size >= heldUpMax;
  }

  async #fill(): Promise<void> {
    const { queue, onArrived, onFailed } = this.#options;
    const reading = this.#backlog.beginFilling();
    const awaiting = this.#awaiting.splice(0);
    let isAll = false;
    try {
      if (!this.#hasRetrying) await this.#takeRetrying(reading);
      const crowded = queue.crowded();
      const found = await this.#look(reading, crowded);
      isAll = found.isAll;
      if (found.added === 0 && crowded.length > 0) this.#notBefore = performance.now() + pauseMilliseconds;
    } catch (error) {
      this.#notBefore = performance.now() + pauseMilliseconds;
      this.#awaiting.push(...awaiting.splice(0));
      onFailed(error);
    }
    this.#placeLate(isAll);
    for (const then of awaiting) then();
    onArrived();
  }

  /**
   * When a lane is opened, messages that wait for another attempt are read first: their people wait with them, as they did in
   * the lane of the process before. Read after the rest, one that is requeued in between would be missed.
   */
  async #takeRetrying(reading: Reading): Promise<void> {
    const retrying = await this.#options.rows.findRetrying();
    const now = performance.now();
    // The oldest of a person last, so that it is their first.
    for (const { entry, waitMilliseconds } of retrying.toSorted((one, two) =>
      one.entry.id < two.entry.id ? 1 : -1,
    )) {
      const taken = this.#backlog.take(reading, entry.id, entry);
      if (taken) this.#options.queue.putBack(taken, now + waitMilliseconds, now);
    }
    this.#hasRetrying = true;
  }

  #placeLate(isAll: boolean): void {
    const { following, evicted } = this.#backlog.endFilling(isAll);
    for (const entry of following) {
      this.#backlog.hold(entry.id);
      this.#options.queue.add(entry);
    }
    for (const entry of evicted) {
      entry.isEvicted = true;
      if (!entry.isStored && !entry.isWithdrawn) this.expect();
    }
  }

  async #look(
    reading: Reading,
    crowded: readonly string[],
  ): Promise<{ readonly added: number; readonly isAll: boolean }> {
    // Messages in memory may be listed first: ask for so many more. Those that wait for another attempt are not listed.
    const listed = this.#backlog.size - this.#options.queue.parkedAt(performance.now());
    const limitOf = (share: number): number => Math.floor(this.#filled * share) + listed;
    const limits = [limitOf(classShares[0]), limitOf(classShares[1])] as const;
    const found = await this.#options.rows.findWaiting(limits, crowded);
    const isWhole = (limit: number, priority: number): boolean =>
      found.filter((entry) => entry.priority === priority).length < limit;
    return { added: this.#take(reading, found), isAll: crowded.length === 0 && limits.every(isWhole) };
  }

  #take(reading: Reading, found: readonly Entry[]): number {
    let added = 0;
    for (const entry of found) {
      const taken = this.#backlog.take(reading, entry.id, entry);
      if (taken) this.#options.queue.add(taken);
      if (taken === entry) added += 1;
    }
    return added;
  }
}
