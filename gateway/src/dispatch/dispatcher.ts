// Sends messages: takes new ones from the accept path, keeps the lanes of this process moving, takes over from processes
// that died, and tells waiting requests what became of their message. Wired here, done in the files beside.

import type pg from 'pg';
import type { EventListener } from '../events/event-listener.ts';
import type { ConnectionSettings } from '../platform/database/database.ts';
import { createLookFloor } from '../platform/database/look-floor.ts';
import { newUuid } from '../platform/ids.ts';
import type { CommitNews } from '../platform/live/wakes.ts';
import type { Log } from '../platform/log.ts';
import { type Loop, startLoop } from '../platform/loop.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import { type Channel, openChannel, tellProcesses } from '../processes/channel.ts';
import type { Lease } from '../processes/lease.ts';
import type { ProcessLease } from '../processes/process-lease.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import type { KnownRecipient } from './attempt-send.ts';
import { buildLane, type LaneParts } from './build-lane.ts';
import { createDoubts, type Doubts } from './doubts.ts';
import type { Entry } from './entry.ts';
import { hearOutcomes } from './hear-outcomes.ts';
import { LaneKeeper } from './lane-keeper.ts';
import type { LaneKey } from './lane-key.ts';
import { createMarker } from './marker.ts';
import { makeOffer, type Offer } from './offer.ts';
import { createOutcomeWriter, type Identified, type OutcomeWriter } from './outcome-writer.ts';
import { channelName, readPayload, toPayloads, type Word } from './ownership/channel.ts';
import { forgetDeadProcesses, freeLanes } from './ownership/queries.ts';
import { findOwned, promoteDue } from './queries.ts';
import { recoverOrphans } from './recover-orphans.ts';
import { createSettledNews } from './settled-news.ts';
import { createTurns, type Turns } from './turns.ts';
import { createWaiters, type WaiterLimits, type Waiters } from './waiters.ts';

export interface DispatcherOptions {
  readonly pool: pg.Pool;
  readonly writers: pg.Pool;
  readonly connection: ConnectionSettings;
  readonly senders: SenderDirectory;
  readonly http: OutgoingHttp;
  readonly log: Log;
  /** Null: this process sends nothing, and only hands over to others. */
  readonly lease: ProcessLease | null;
  /** Calls to providers at a time. */
  readonly connectionsMax: number;
  readonly flushers: number;
  /** How many requests may wait for an outcome. Left out: any number. */
  readonly waiting?: WaiterLimits;
  readonly onIdentified: (messages: readonly Identified[]) => void;
  readonly listener: EventListener;
  /** Where others reach the gateway. */
  readonly publicUrl: () => string;
  /** Hears under which other names the provider knows a person. */
  readonly onRecipient?: (known: KnownRecipient) => void;
  /** Hears of every commit of outcomes. */
  readonly live?: CommitNews;
}

const roundMilliseconds = 1_000;
const forgottenMilliseconds = 60_000;
const doubtsMilliseconds = 10_000;
/** More than are ever in flight; what is not seen now is seen at the next look. */
const ownedMax = 10_000;
const duePerRound = 2_000;
/** Requests that wait when a stop begins get this long before they are told `queued`. */
const patienceMilliseconds = 1_000;
/** For the last outcomes and the goodbye of a stop that had no time left. */
const graceMilliseconds = 1_000;
const hourMilliseconds = 3_600_000;

export class Dispatcher {
  readonly #nextFloor = createLookFloor();
  readonly waiters: Waiters;
  readonly #options: DispatcherOptions;
  readonly #origin = newUuid();
  readonly #keeper: LaneKeeper;
  readonly #outcomes: OutcomeWriter;
  readonly #turns: Turns;
  readonly #doubts: Doubts;
  /** The lease under which the lanes of this process are held. */
  #lease: Lease | null = null;
  #channel: Channel | null = null;
  #loops: Loop[] = [];
  #isStopping = false;

  constructor(options: DispatcherOptions) {
    const { pool, writers, log } = options;
    this.#options = options;
    this.waiters = createWaiters(options.waiting);
    this.#turns = createTurns(options.connectionsMax);
    this.#outcomes = createOutcomeWriter({
      writers,
      flushers: options.flushers,
      waiters: this.waiters,
      onIdentified: options.onIdentified,
      listener: options.listener,
      live: options.live,
      hearsOthers: () => this.#keeper.hearsOthers,
    });
    this.#doubts = createDoubts({
      epoch: () => this.#lease?.epoch ?? null,
      findOwned: (epoch) => findOwned(writers, epoch, ownedMax),
      isHeld: ({ senderId, id }) => this.#keeper.holds(senderId, id),
      outcomes: this.#outcomes,
      onReleased: (lane) => this.#keeper.poke([lane]),
    });
    const parts: LaneParts = {
      ...options,
      turns: this.#turns,
      outcomes: this.#outcomes,
      doubts: this.#doubts,
      mark: createMarker(writers, (error) => log.warn({ err: error }, 'messages could not be marked')),
      onForeignSettled: createSettledNews(pool, log, this.#origin, () => this.#keeper.hearsOthers),
      onHeldBack: (messageId) => this.waiters.dismiss(messageId),
      onSettledElsewhere: (messageId) => void this.#hearOf([messageId]),
    };
    this.#keeper = new LaneKeeper({
      pool,
      senders: options.senders,
      build: (sender, lease) => buildLane(parts, sender, lease),
      lease: () => (this.#isStopping ? null : this.#lease),
      origin: this.#origin,
      log,
    });
  }

  /** What a new message of this sender begins as. `dueAt`: when it may go; null as soon as possible. */
  offer(sender: Sender, entry: Entry, dueAt: Date | null): Offer {
    return makeOffer(this.#keeper, this.#lease?.isHeld() ? this.#lease.epoch : null, sender, entry, dueAt);
  }

  /** Something waits in these lanes that was not offered: a message that is tried again, for example. */
  poke(lanes: readonly LaneKey[]): void {
    this.#keeper.poke(lanes);
  }

  /** A provider has said in a status that it is too much for this sender; whoever owns its lane slows down. */
  async slowDown({ senderId }: LaneKey, pauseMilliseconds: number): Promise<void> {
    if (this.#keeper.slowDown(senderId, pauseMilliseconds)) return;
    const words = toPayloads('slow', [`${senderId}/${pauseMilliseconds}`], this.#origin);
    await tellProcesses(this.#options.pool, channelName, words);
  }

  async start(): Promise<void> {
    const { connection, log } = this.#options;
    this.#channel = openChannel({
      connection,
      name: channelName,
      log,
      onPayload: (payload) => this.#hear(readPayload(payload)),
    });
    if (this.#options.lease) {
      await this.#round();
      this.#loops.push(
        startLoop('lanes', roundMilliseconds, log, () => this.#round()),
        startLoop('forgotten messages', forgottenMilliseconds, log, () => this.#keeper.findForgotten()),
        startLoop('doubts', doubtsMilliseconds, log, () => this.#doubts.look()),
        startLoop('dead processes', hourMilliseconds, log, () => forgetDeadProcesses(this.#options.pool)),
      );
    }
    this.#loops.push(
      startLoop('outcomes elsewhere', roundMilliseconds, log, () => this.#hearOf(this.waiters.elsewhere())),
    );
  }

  async #takeOver(floor?: string): Promise<void> {
    await this.#keeper.claimFree();
    const recovered = await recoverOrphans(this.#options.writers, this.#outcomes, floor);
    if (recovered.length > 0) {
      this.#options.log.warn({ lanes: recovered.length }, 'messages of a dead process were settled');
      // It may have died between storing a message and telling its owner.
      this.#keeper.pokeAll();
    }
  }

  async #round(): Promise<void> {
    if (this.#isStopping) return;
    const lease = this.#options.lease?.current ?? null;
    if (lease !== this.#lease) {
      // What was held under the old one belongs to whoever takes it over, and what came since is news to them.
      const left = this.#keeper.lanes.map((lane) => lane.key);
      this.#keeper.closeAll();
      this.waiters.handOver();
      this.#lease = lease;
      this.#keeper.poke(left);
    }
    if (!lease) return;
    const floor = this.#nextFloor();
    this.#keeper.poke(await promoteDue(this.#options.writers, duePerRound, floor));
    await this.#takeOver(floor);
    await this.#keeper.findPokes();
    await this.#keeper.follow();
  }

  #hear({ topic, ids, origin }: Word): void {
    if (topic === 'lanes') this.#keeper.hear(ids, origin);
    if (topic === 'settled') void this.#hearOf(ids);
    if (topic === 'slow') {
      for (const [senderId = '', milliseconds] of ids.map((id) => id.split('/'))) {
        this.#keeper.slowDown(senderId, Number(milliseconds) || 0);
      }
    }
    if (topic === 'free') {
      this.#keeper
        .claimFree()
        .catch((error: unknown) => this.#options.log.warn({ err: error }, 'free lanes could not be claimed'));
    }
  }

  async #hearOf(messageIds: readonly string[]): Promise<void> {
    try {
      await hearOutcomes(this.#options.writers, this.waiters, messageIds);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'outcomes of other processes could not be read');
    }
  }

  /** The first half of a stop: nothing new is taken up, and nobody waits much longer. */
  beginStop(): void {
    this.#isStopping = true;
    setTimeout(() => this.waiters.dismissAll(), patienceMilliseconds).unref();
  }

  /** Finishes what is on its way, writes it down, and hands the lanes over. Whoever takes over settles what is left. */
  async stop(milliseconds: number): Promise<void> {
    this.#isStopping = true;
    let timer: NodeJS.Timeout | undefined;
    // A database that says nothing does not hold up the end: every query would take its time to give up.
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds + graceMilliseconds);
    });
    await Promise.race([this.#finish(performance.now() + milliseconds), timeout]);
    clearTimeout(timer);
    this.#keeper.end();
  }

  async #finish(deadline: number): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    const { lanes } = this.#keeper;
    this.#keeper.closeAll();
    while (lanes.some((lane) => lane.inFlight > 0) && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await this.#outcomes.drain(Math.max(500, deadline - performance.now()));
    await this.#sayGoodbye();
    await this.#channel?.close();
  }

  async #sayGoodbye(): Promise<void> {
    const { pool, log } = this.#options;
    try {
      if (!this.#lease) return;
      await freeLanes(pool, this.#lease.epoch);
      await tellProcesses(pool, channelName, toPayloads('free', [], this.#origin));
    } catch (error) {
      log.warn({ err: error }, 'the lanes could not be handed over; others take them when the lease ends');
    }
  }

  get figures(): { lanes: number; held: number; inFlight: number; waiters: number; unwritten: number } {
    const { lanes } = this.#keeper;
    return {
      lanes: lanes.length,
      held: lanes.reduce((sum, lane) => sum + lane.size, 0),
      inFlight: this.#turns.inUse,
      waiters: this.waiters.size,
      unwritten: this.#outcomes.waiting,
    };
  }
}
