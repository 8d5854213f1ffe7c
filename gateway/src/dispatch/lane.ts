// One sender's lane: the only place from which its messages are sent, one process at a time. It keeps the order, holds
// the pace, marks the next messages, and decides after every attempt what happens next. All of it is memory; the table
// holds everything that matters, so a lane can be dropped at any moment.

import type { Failure } from '../providers/provider.ts';
import { Brakes } from './brakes.ts';
import type { Entry } from './entry.ts';
import type { LaneKey } from './lane-key.ts';
import { type AttemptResult, type Birth, type LaneOptions, Unsettled } from './lane-parts.ts';
import { LaneQueue } from './lane-queue.ts';
import { Supply } from './supply.ts';

const inFlightMax = 512;
/** Messages marked ahead of their turn: twice as many as are sent during one commit. */
const aheadSeconds = 0.05;
const aheadMax = 64;
const drainMilliseconds = 5;

export class Lane {
  readonly key: LaneKey;
  readonly #options: LaneOptions;
  readonly #queue: LaneQueue;
  readonly #brakes: Brakes;
  readonly #supply: Supply;
  /** Marked, and waiting for the pace or a connection. */
  #ready: Entry[] = [];
  #limit: number;
  #marking = 0;
  #preparing = 0;
  /** New messages that may go at once and are being stored. */
  #reserved = 0;
  #inFlight = 0;
  /** New messages whose storing is not confirmed yet. */
  #offered = 0;
  /** Outcomes and releases that are being written. */
  readonly #unwritten = new Unsettled();
  #isPaused = false;
  #isSuspending = false;
  #isDraining = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
    const { key, limits, messagesPerSecond } = options.sender;
    this.key = key;
    this.#limit = messagesPerSecond;
    this.#queue = new LaneQueue(limits);
    this.#brakes = new Brakes(messagesPerSecond);
    this.#supply = new Supply({
      queue: this.#queue,
      rows: options.ledger,
      perSecond: () => this.#limit,
      onArrived: () => this.wake(),
      onFailed: (error) =>
        options.log.warn({ err: error, sender: this.key.senderId }, 'a lane could not be refilled'),
    });
  }

  /** Decides how a new message begins, and keeps its place. Ends with `stored` or `withdraw` (see `offer.ts`). */
  admit(entry: Entry): Birth {
    this.#offered += 1;
    if (
      !this.#isRunning ||
      this.#isDraining ||
      this.#supply.mustQueueInTable ||
      this.#queue.isCrowded(entry.personKey)
    ) {
      this.#supply.expect();
      return 'table';
    }
    if (this.#supply.isLooking) {
      this.#supply.follow(entry);
      return 'memory';
    }
    this.#supply.hold(entry.id);
    if (this.#canGoAtOnce(entry, performance.now())) {
      this.#reserved += 1;
      return 'sending';
    }
    this.#queue.add(entry);
    return 'memory';
  }

  /** No message waits before it, and the pace, its person and the connections all have room. */
  #canGoAtOnce(entry: Entry, now: number): boolean {
    return (
      this.#queue.isEmpty &&
      this.#ready.length + this.#marking === 0 &&
      this.#brakes.standstillAt(now, this.#inFlight + this.#reserved) === 0 &&
      this.#brakes.roomAt(now) > this.#reserved &&
      this.#inFlight + this.#reserved < inFlightMax &&
      (entry.content === null || this.#options.carrier.isPrepared(entry)) &&
      this.#queue.reserve(entry.personKey, now)
    );
  }

  stored(entry: Entry, birth: Birth): void {
    this.#offered -= 1;
    entry.isStored = true;
    if (birth === 'table' || entry.isEvicted) this.#supply.arrived();
    else if (birth === 'memory') this.#queue.touch(entry, performance.now());
    if (birth === 'sending') {
      this.#reserved -= 1;
      entry.attempt = 1;
      if (this.#isRunning) this.#ready.push(entry);
      else this.#release(entry);
    } else if (this.#isClosed) this.#options.ledger.leftBehind();
    this.wake();
  }

  /** The message was not stored; `isKnown` false: the database did not answer, so it may have been. */
  withdraw(entry: Entry, birth: Birth, isKnown: boolean): void {
    this.#offered -= 1;
    entry.isWithdrawn = true;
    if (birth === 'table' || entry.isEvicted) this.#supply.arrived();
    else this.#supply.letGo(entry.id);
    // The message may have been stored as being sent by us; then no process would ever send it.
    const isUncertain = !isKnown && birth === 'sending';
    const settled = isUncertain
      ? this.#options.ledger.releaseUncertain({ ...entry, attempt: 1 })
      : Promise.resolve();
    if (!isKnown) this.#giveBack(entry, settled);
    if (birth === 'memory') this.#queue.touch(entry, performance.now());
    if (birth === 'sending') {
      this.#reserved -= 1;
      this.#queue.free(entry.personKey, performance.now());
    }
    this.wake();
  }

  /** New messages may wait in the table. */
  poke(): void {
    this.#supply.lookSoon();
    this.wake();
  }

  setLimit(messagesPerSecond: number): void {
    this.#limit = messagesPerSecond;
    this.#brakes.setLimit(messagesPerSecond);
  }

  /** The provider reports that it is too much: pause for a moment, then send slower. */
  slowDown(pauseMilliseconds: number): void {
    this.#brakes.slowDown(performance.now(), pauseMilliseconds);
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

  /** Takes up no more messages, and requeues those that are marked and not being sent. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#options.turns.forget(this);
    this.#releaseReady();
  }

  /**
   * Takes up no more messages and finishes those that are marked, so that another process can continue in order. False when
   * that takes too long, or when the provider has asked for a pause, of which the other process would not know: then the lane
   * continues with `stay`.
   */
  async drain(milliseconds: number): Promise<boolean> {
    const deadline = performance.now() + milliseconds;
    this.#isDraining = true;
    while (!this.#isSuspending && this.#brakes.areOffAt(performance.now())) {
      if (this.isAtRest && this.#brakes.isFullAt(performance.now())) return true;
      if (performance.now() > deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, drainMilliseconds));
    }
    return false;
  }

  stay(): void {
    this.#isDraining = false;
    this.poke();
  }

  /** Nothing is marked, under way or still to be written. */
  get isAtRest(): boolean {
    const marked = this.#marking + this.#ready.length + this.#reserved + this.#inFlight;
    return marked + this.#offered + this.#unwritten.count === 0;
  }

  /** Does everything that can be done now, and sets the timer for the next round. */
  wake(): void {
    if (!this.#isRunning) return;
    const now = performance.now();
    const mayTakeUp = !this.#isDraining;
    const fillWait = (mayTakeUp ? this.#supply.fillAt(now) : null) ?? Number.POSITIVE_INFINITY;
    const standstill = this.#brakes.standstillAt(now, this.#inFlight);
    // After a crash every marked message counts as possibly sent, so mark only what can be sent now.
    if (standstill === 0 && mayTakeUp) this.#markAhead(now);
    const startWait = standstill === 0 ? this.#startReady(now) : standstill;
    const queueWait = mayTakeUp ? this.#queue.wakeAt - now : Number.POSITIVE_INFINITY;
    const wait = Math.min(fillWait, startWait, queueWait);
    if (!Number.isFinite(wait)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), Math.max(1, Math.ceil(wait)));
  }

  #markAhead(now: number): void {
    // A lease that is gone does not come back: the lane is about to be closed.
    if (!this.#options.carrier.mayContinue()) return;
    const ahead = this.#brakes.isProbingAt(now)
      ? 1
      : Math.min(aheadMax, Math.max(1, Math.ceil(this.#limit * aheadSeconds)));
    // Marked by halves, so that marks share a commit; one by one, each would need a commit of its own.
    if (this.#marking + this.#ready.length + this.#reserved > ahead >> 1) return;
    while (
      this.#marking + this.#ready.length + this.#reserved < ahead &&
      this.#inFlight + this.#marking + this.#preparing < inFlightMax
    ) {
      const entry = this.#queue.next(now);
      if (!entry) return;
      if (entry.expiresAt > Date.now()) {
        if (entry.content === null || this.#options.carrier.isPrepared(entry)) void this.#mark(entry);
        else void this.#prepare(entry);
        continue;
      }
      this.#options.ledger.expire(entry);
      this.#letGo(entry);
    }
  }

  /**
   * Files are uploaded before the message is marked: a crash meanwhile leaves it queued. Others overtake it, for an upload
   * may take minutes; those to the same person do not.
   */
  async #prepare(entry: Entry): Promise<void> {
    this.#preparing += 1;
    await this.#options.carrier.prepare(entry);
    this.#preparing -= 1;
    const now = performance.now();
    if (this.#isRunning) this.#queue.putBack(entry, now, now);
    else this.#letGo(entry);
    this.wake();
  }

  async #mark(entry: Entry): Promise<void> {
    this.#marking += 1;
    const outcome = await this.#options.ledger.mark(entry);
    this.#marking -= 1;
    if (outcome === 'gone') {
      // The message was cancelled, settled by a late status, or taken over: the table says which.
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
      const wait = this.#brakes.waitAt(now, this.#inFlight);
      if (wait > 0) return wait;
      if (!this.#options.turns.take(this)) break;
      const entry = this.#ready.shift();
      if (!entry || !this.#options.carrier.mayContinue()) {
        this.#options.turns.release();
        if (entry) this.#release(entry);
        break;
      }
      this.#brakes.take(now);
      void this.#send(entry);
    }
    return Number.POSITIVE_INFINITY;
  }

  async #send(entry: Entry): Promise<void> {
    this.#inFlight += 1;
    const result = await this.#options.carrier.attempt(entry);
    this.#inFlight -= 1;
    this.#unwritten.until(result.written);
    this.#watchHealth(result);
    if (result.verdict.kind === 'done') this.#letGo(entry);
    else void this.#tryAgain(entry, result);
    this.#options.turns.release();
    this.wake();
  }

  #watchHealth({ isAnswered, failure, verdict }: AttemptResult): void {
    const change = this.#brakes.note(isAnswered);
    if (change === 'opened') this.#releaseReady();
    if (change === 'opened' && failure) this.#options.health.failing(failure);
    // The answer that ends a failure may itself suspend the sender: then that is its state.
    if (change === 'closed' && verdict.kind !== 'suspended') this.#options.health.working();
  }

  async #tryAgain(entry: Entry, { verdict, written }: AttemptResult): Promise<void> {
    const now = performance.now();
    if (verdict.kind === 'suspended') void this.#suspend(verdict.failure);
    if (verdict.kind === 'again' && verdict.scope === 'sender') {
      this.slowDown(verdict.pauseMilliseconds);
    }
    // Memory may take the message again only when the table lists it as queued.
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
    await this.#options.health.suspended(failure);
    this.#isSuspending = false;
  }

  /** Requeues it in the table, from where it is reloaded in its order. */
  #release(entry: Entry, isUncertain = false): void {
    const { ledger } = this.#options;
    this.#giveBack(entry, isUncertain ? ledger.releaseUncertain(entry) : ledger.release(entry));
    this.#letGo(entry);
  }

  /** No message goes to its person until this one was read from the table: those that wait for them here are younger. */
  #giveBack({ personKey }: Entry, released: Promise<void>): void {
    this.#queue.miss(personKey);
    this.#supply.doubt();
    this.#unwritten.until(released);
    void released.then(() => {
      if (this.#isClosed) this.#options.ledger.leftBehind();
      this.#supply.whenLooked(() => this.#queue.found(personKey, performance.now()));
      this.wake();
    });
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

  /** True while a suspension is being written: the sender's state as read elsewhere is older. */
  get isSuspending(): boolean {
    return this.#isSuspending;
  }

  /** Ids of the messages in memory. */
  get ids(): Iterable<string> {
    return this.#supply.ids;
  }

  /** Messages in memory or in flight. */
  get size(): number {
    return this.#supply.size;
  }

  holds(messageId: string): boolean {
    return this.#supply.holds(messageId);
  }

  get inFlight(): number {
    return this.#inFlight;
  }
}
