// One sender's lane: the only place from which its messages go out, one process at a time. It keeps the order, holds the
// pace, marks what is about to go, and decides after every attempt what happens next. All of it is memory; the table holds
// everything that matters, so a lane can be dropped at any moment.

import type { Log } from '../platform/log.ts';
import type { Failure, ProviderLimits } from '../providers/provider.ts';
import { createBreaker } from './breaker.ts';
import type { Entry } from './entry.ts';
import type { Verdict } from './judge-outcome.ts';
import type { LaneKey } from './lane-key.ts';
import { LaneQueue } from './lane-queue.ts';
import { createPace } from './pace.ts';
import { Supply, type SupplyOptions } from './supply.ts';
import type { Turns } from './turns.ts';

/** How a new message begins its life: on its way, waiting in memory, or waiting in the table only. */
export type Birth = 'sending' | 'memory' | 'table';

/** `gone`: it is not ours to send any more. `unknown`: the database did not answer. */
export type MarkOutcome = 'ours' | 'gone' | 'unknown';

export interface AttemptResult {
  readonly verdict: Verdict;
  /** False when no answer came at all. */
  readonly isAnswered: boolean;
  readonly failure: Failure | null;
  /** Resolves when it is written down: false when the message has moved on without us. */
  readonly written: Promise<boolean>;
}

export interface LaneOptions {
  readonly key: LaneKey;
  readonly limits: ProviderLimits;
  readonly messagesPerSecond: number;
  readonly turns: Turns;
  /** False as soon as this process may no longer send. */
  readonly mayContinue: () => boolean;
  readonly findWaiting: SupplyOptions['find'];
  /** Writes down that a message is about to be sent. */
  readonly mark: (entry: Entry) => Promise<MarkOutcome>;
  readonly attempt: (entry: Entry) => Promise<AttemptResult>;
  /** A marked message is not sent after all; resolves when it waits in the table again. */
  readonly release: (entry: Entry) => Promise<void>;
  /** The same for one of which nobody knows whether it is marked: it may turn up as such later. */
  readonly doubt: (entry: Entry) => Promise<void>;
  readonly expire: (entry: Entry) => void;
  /** Resolves when the sender's new state is known to everybody. */
  readonly onSuspended: (failure: Failure) => Promise<void>;
  readonly onFailing: (failure: Failure) => void;
  readonly onWorking: () => void;
  readonly log: Log;
}

const inFlightMax = 512;
/** Messages marked ahead of their turn: as many as go out while a commit takes its time, twice over. */
const aheadSeconds = 0.05;
const aheadMax = 64;

export class Lane {
  readonly key: LaneKey;
  readonly #options: LaneOptions;
  readonly #queue: LaneQueue;
  readonly #pace;
  readonly #breaker = createBreaker();
  readonly #supply: Supply;
  /** Marked, and waiting for the pace or a connection. */
  #ready: Entry[] = [];
  #limit: number;
  #marking = 0;
  /** New messages that may go at once and are being stored. */
  #reserved = 0;
  #inFlight = 0;
  #isPaused = false;
  #isSuspending = false;
  #isClosed = false;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.key = options.key;
    this.#limit = options.messagesPerSecond;
    this.#queue = new LaneQueue(options.limits);
    this.#pace = createPace(options.messagesPerSecond);
    this.#supply = new Supply({
      queue: this.#queue,
      find: options.findWaiting,
      perSecond: () => this.#limit,
      onArrived: () => this.wake(),
      onFailed: (error) =>
        options.log.warn({ err: error, sender: this.key.senderId }, 'a lane could not be refilled'),
    });
  }

  /** Decides how a message begins, and keeps its place. Every offer ends with `stored` or `withdraw`. */
  offer(entry: Entry): Birth {
    if (!this.#isRunning || this.#supply.isFirst || this.#queue.isCrowded(entry.personKey)) {
      this.#supply.expect();
      return 'table';
    }
    if (this.#supply.isLooking) {
      this.#supply.follow(entry);
      return 'memory';
    }
    this.#supply.held.add(entry.id);
    if (this.#canGoAtOnce(entry, performance.now())) {
      this.#reserved += 1;
      return 'sending';
    }
    this.#queue.add(entry);
    return 'memory';
  }

  /** Nothing waits before it, and the pace, its person and the connections all have room. */
  #canGoAtOnce(entry: Entry, now: number): boolean {
    return (
      this.#queue.isEmpty &&
      this.#ready.length + this.#marking === 0 &&
      this.#pausedUntil <= now &&
      this.#breaker.waitAt(now, this.#inFlight + this.#reserved) === 0 &&
      this.#pace.roomAt(now) > this.#reserved &&
      this.#inFlight + this.#reserved < inFlightMax &&
      this.#queue.reserve(entry.personKey, now)
    );
  }

  stored(entry: Entry, birth: Birth): void {
    entry.isStored = true;
    if (birth === 'table' || entry.isLeft) this.#supply.arrived();
    else if (birth === 'memory') this.#queue.touch(entry, performance.now());
    if (birth === 'sending') {
      this.#reserved -= 1;
      entry.attempt = 1;
      if (this.#isRunning) this.#ready.push(entry);
      else this.#release(entry);
    }
    this.wake();
  }

  /** It was not stored; or, when that is not known, the database did not answer. */
  withdraw(entry: Entry, birth: Birth, isKnown: boolean): void {
    entry.isWithdrawn = true;
    if (birth === 'table' || entry.isLeft) this.#supply.arrived();
    else this.#supply.letGo(entry.id);
    if (birth === 'memory') this.#queue.touch(entry, performance.now());
    if (birth === 'sending') {
      this.#reserved -= 1;
      this.#queue.free(entry.personKey, performance.now());
      // It may have been stored as being sent by us, which nobody would ever take up again.
      if (!isKnown) void this.#options.doubt({ ...entry, attempt: 1 }).then(() => this.poke());
    }
    if (!isKnown) this.#supply.doubt();
    this.wake();
  }

  /** Something may wait in the table. */
  poke(): void {
    this.#supply.lookSoon();
    this.wake();
  }

  setLimit(messagesPerSecond: number): void {
    this.#limit = messagesPerSecond;
    this.#pace.setLimit(messagesPerSecond);
  }

  /** The provider says that it is too much: nothing for a moment, then slower. */
  slowDown(pauseMilliseconds: number): void {
    const now = performance.now();
    // What was in flight together is refused together: that is one slow-down, not one for each.
    if (this.#pausedUntil <= now) this.#pace.slowDown(now);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMilliseconds);
    this.#releaseReady();
  }

  pause(): void {
    this.#isPaused = true;
    this.#releaseReady();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.poke();
  }

  /** Takes nothing more up, and gives back what is marked and not on its way. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#options.turns.forget(this);
    this.#releaseReady();
  }

  /** Does whatever can be done now, and plans when to look again. */
  wake(): void {
    if (!this.#isRunning) return;
    const now = performance.now();
    const fillWait = this.#supply.fillAt(now) ?? Number.POSITIVE_INFINITY;
    const standstill = this.#standstillAt(now);
    // What is marked looks as if it might have gone out, so nothing is marked that cannot go soon.
    if (standstill === 0) this.#markAhead(now);
    const startWait = standstill === 0 ? this.#startReady(now) : standstill;
    const wait = Math.min(fillWait, startWait, this.#queue.wakeAt - now);
    if (!Number.isFinite(wait)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), Math.max(1, Math.ceil(wait)));
  }

  /** How long nothing at all may go, whatever waits. */
  #standstillAt(now: number): number {
    return Math.max(0, this.#pausedUntil - now, this.#breaker.waitAt(now, this.#inFlight));
  }

  #markAhead(now: number): void {
    // A lease that is gone does not come back: the lane is about to be closed.
    if (!this.#options.mayContinue()) return;
    const isProbing = this.#breaker.waitAt(now, 1) > 0;
    const ahead = isProbing ? 1 : Math.min(aheadMax, Math.max(1, Math.ceil(this.#limit * aheadSeconds)));
    // By halves, so that marks share a commit: one for each message would be one commit for each.
    if (this.#marking + this.#ready.length + this.#reserved > ahead >> 1) return;
    while (
      this.#marking + this.#ready.length + this.#reserved < ahead &&
      this.#inFlight + this.#marking < inFlightMax
    ) {
      const entry = this.#queue.next(now);
      if (!entry) return;
      if (entry.expiresAt > Date.now()) {
        void this.#mark(entry);
        continue;
      }
      this.#options.expire(entry);
      this.#letGo(entry);
    }
  }

  async #mark(entry: Entry): Promise<void> {
    this.#marking += 1;
    const outcome = await this.#options.mark(entry);
    this.#marking -= 1;
    if (outcome === 'gone') {
      // Cancelled, settled by a late status, or taken over: the table knows.
      this.#supply.doubt();
      this.#letGo(entry);
    } else {
      entry.attempt += 1;
      if (outcome === 'ours' && this.#isRunning) this.#ready.push(entry);
      else this.#release(entry, outcome === 'unknown');
    }
    this.wake();
  }

  /** Starts marked messages as fast as the pace allows. Answers how long to wait for the next. */
  #startReady(now: number): number {
    while (this.#ready.length > 0 && this.#inFlight < inFlightMax) {
      const wait = Math.max(this.#pace.waitAt(now), this.#standstillAt(now));
      if (wait > 0) return wait;
      if (!this.#options.turns.take(this)) break;
      const entry = this.#ready.shift();
      if (!entry || !this.#options.mayContinue()) {
        this.#options.turns.release();
        if (entry) this.#release(entry);
        break;
      }
      this.#pace.take(now);
      void this.#send(entry);
    }
    return Number.POSITIVE_INFINITY;
  }

  async #send(entry: Entry): Promise<void> {
    this.#inFlight += 1;
    const result = await this.#options.attempt(entry);
    this.#inFlight -= 1;
    this.#watchHealth(result);
    if (result.verdict.kind === 'done') this.#letGo(entry);
    else void this.#tryAgain(entry, result);
    this.#options.turns.release();
    this.wake();
  }

  #watchHealth({ isAnswered, failure, verdict }: AttemptResult): void {
    const change = isAnswered ? this.#breaker.succeed() : this.#breaker.fail(performance.now());
    if (change === 'opened') this.#releaseReady();
    if (change === 'opened' && failure) this.#options.onFailing(failure);
    // The answer that ends a failure may itself suspend the sender: then that is its state.
    if (change === 'closed' && verdict.kind !== 'suspended') this.#options.onWorking();
  }

  async #tryAgain(entry: Entry, { verdict, written }: AttemptResult): Promise<void> {
    const now = performance.now();
    if (verdict.kind === 'suspended') void this.#suspend(verdict.failure);
    if (verdict.kind === 'again' && verdict.scope === 'sender') {
      this.slowDown(verdict.pauseMilliseconds);
    }
    // It may be taken up again only when the table says that it waits.
    const isOurs = await written.catch(() => false);
    if (isOurs) {
      const delay = verdict.kind === 'again' ? verdict.delayMilliseconds : 0;
      this.#queue.putBack(entry, now + delay, performance.now());
    } else {
      this.#letGo(entry);
    }
    this.wake();
  }

  async #suspend(failure: Failure): Promise<void> {
    this.#isSuspending = true;
    this.pause();
    await this.#options.onSuspended(failure);
    this.#isSuspending = false;
  }

  /** Back to the table, from where it is taken up again in its order. */
  #release(entry: Entry, isDoubted = false): void {
    this.#letGo(entry);
    const { release, doubt } = this.#options;
    void (isDoubted ? doubt : release)(entry).then(() => this.poke());
  }

  #releaseReady(): void {
    for (const entry of this.#ready.splice(0)) this.#release(entry);
  }

  #letGo(entry: Entry): void {
    this.#supply.letGo(entry.id);
    this.#queue.free(entry.personKey, performance.now());
  }

  get #isRunning(): boolean {
    return !this.#isClosed && !this.#isPaused;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** True while the news of a suspension is on its way: what others say of the sender's state is older. */
  get isSuspending(): boolean {
    return this.#isSuspending;
  }

  /** Messages in memory or in flight. */
  get size(): number {
    return this.#supply.held.size;
  }

  /** True while a message is in memory or in flight. */
  holds(messageId: string): boolean {
    return this.#supply.held.has(messageId);
  }

  get inFlight(): number {
    return this.#inFlight;
  }
}
