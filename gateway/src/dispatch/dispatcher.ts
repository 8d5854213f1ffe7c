// Sends messages: takes new ones from the accept path, keeps the lanes of this process moving, takes over from processes
// that died, and answers waiting requests with the outcome of their message. Wired here, done in the files beside.

import type pg from 'pg';
import type { EventListener } from '../events/event-listener.ts';
import { isDatabaseOutage } from '../platform/database/database.ts';
import { createLookFloor } from '../platform/database/look-floor.ts';
import { newUuid } from '../platform/ids.ts';
import type { CommitNews } from '../platform/live/wakes.ts';
import type { Log } from '../platform/log.ts';
import { type Loop, startLoop } from '../platform/loop.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import { hourMilliseconds } from '../platform/time.ts';
import { type Channel, type Channels, notifyProcesses } from '../processes/channel.ts';
import type { Lease } from '../processes/lease.ts';
import type { Peers } from '../processes/peers/peers.ts';
import type { ProcessLease } from '../processes/process-lease.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import { answerWaiters } from './answer-waiters.ts';
import type { KnownRecipient, MessageFiles } from './attempt-send.ts';
import { buildLane, type LaneParts } from './build-lane.ts';
import type { FindLastIncoming, UseFallback } from './check-window.ts';
import type { Entry } from './entry.ts';
import { LaneKeeper } from './lane-keeper.ts';
import type { LaneKey } from './lane-key.ts';
import { createMarker } from './marker.ts';
import { makeOffer, type Offer } from './offer.ts';
import { createOutcomeWriter, type Identified, type OutcomeWriter } from './outcome-writer.ts';
import { channelName, readPayload, toPayloads, type Word } from './ownership/channel.ts';
import { forgetDeadProcesses, freeLanes, joinDispatching } from './ownership/queries.ts';
import { findOwned, promoteDue } from './queries.ts';
import { recoverOrphans } from './recover-orphans.ts';
import { deleteOldRouted } from './rerouting/queries.ts';
import { rerouteWaiting } from './rerouting/reroute-waiting.ts';
import { createRetryingFinder } from './retrying-finder.ts';
import { createSettledNews } from './settled-news.ts';
import type { Settlement } from './settlement.ts';
import { createTurns, type Turns } from './turns.ts';
import { createUncertainMarks, type UncertainMarks } from './uncertain-marks.ts';
import { createWaiters, type WaiterLimits, type Waiters } from './waiters.ts';
import { createWaitingFinder, type WaitingFinder } from './waiting/waiting-finder.ts';

export interface DispatcherOptions {
  readonly pool: pg.Pool;
  readonly writers: pg.Pool;
  readonly channels: Channels;
  /** The other processes of this machine. Left out: they are reached through the database. */
  readonly peers?: Peers;
  readonly senders: SenderDirectory;
  readonly http: OutgoingHttp;
  readonly log: Log;
  /** Null: this process sends nothing, and only hands over to others. */
  readonly lease: ProcessLease | null;
  /** Removes the journals of processes that ended long ago. */
  readonly sweepJournals?: () => Promise<void>;
  /** Calls to providers at a time. */
  readonly connectionsMax: number;
  readonly flushers: number;
  /** Limits the requests that wait for an outcome. Left out: any number may wait. */
  readonly waiting?: WaiterLimits;
  readonly onIdentified: (messages: readonly Identified[]) => void;
  /** Called with outcomes whose `sent` is committed. */
  readonly onSent?: (settlements: readonly Settlement[]) => void;
  readonly listener: EventListener;
  readonly files?: MessageFiles;
  /** The gateway's public address. */
  readonly publicUrl: () => string;
  /** Called with other names under which the provider knows a person. */
  readonly onRecipient?: (known: KnownRecipient) => void;
  /** When a person last wrote to a sender; asked of free text right before it is sent. */
  readonly findLastIncoming?: FindLastIncoming;
  /** Takes the place of free text whose window has closed. */
  readonly useFallback?: UseFallback;
  /** Notified of every commit of outcomes. */
  readonly live?: CommitNews;
}

const roundMilliseconds = 1_000;
const forgottenMilliseconds = 60_000;
/** Less often among messages of earlier days: there are few, and each lane is searched in the partitions of all days. */
const oldForgottenMilliseconds = 600_000;
/** A waiting message of earlier days is found this much later than others when its id was not announced. */
const belowMilliseconds = 10_000;
const uncertainMarksMilliseconds = 10_000;
const rerouteMilliseconds = 5_000;
/** Timelines show a route's decisions for this long. */
const routedDays = 90;
const routedPerRound = 10_000;
/** More than are ever in flight; the next round finds the rest. */
const ownedMax = 10_000;
const duePerRound = 2_000;
/** Requests that wait when a stop begins get this long before they are answered `queued`. */
const patienceMilliseconds = 1_000;
/** For the last outcomes and the release of the lease in a stop that had no time left. */
const graceMilliseconds = 1_000;

export class Dispatcher {
  readonly #nextFloor = createLookFloor();
  readonly #nextForgottenFloor = createLookFloor(Date.now, oldForgottenMilliseconds);
  readonly waiters: Waiters;
  readonly #options: DispatcherOptions;
  readonly #origin = newUuid();
  readonly #keeper: LaneKeeper;
  readonly #outcomes: OutcomeWriter;
  readonly #turns: Turns;
  readonly #uncertainMarks: UncertainMarks;
  readonly #waiting: WaitingFinder;
  /** The lease under which the lanes of this process are held. */
  #lease: Lease | null = null;
  /** The lease with which this process has a share of the lanes. */
  #joinedEpoch: string | null = null;
  #channel: Channel | null = null;
  #loops: Loop[] = [];
  #isStopping = false;

  constructor(options: DispatcherOptions) {
    const { pool, writers, log } = options;
    const processes = () => options.lease?.processes ?? 1;
    this.#options = options;
    this.waiters = createWaiters(options.waiting);
    this.#turns = createTurns(options.connectionsMax);
    this.#outcomes = createOutcomeWriter({
      writers,
      flushers: options.flushers,
      processes,
      waiters: this.waiters,
      onIdentified: options.onIdentified,
      onSent: options.onSent,
      listener: options.listener,
      live: options.live,
      hasRemoteWaiters: () => this.#keeper.hasRemoteWaiters,
    });
    this.#uncertainMarks = createUncertainMarks({
      epoch: () => this.#lease?.epoch ?? null,
      findOwned: (epoch) => findOwned(writers, epoch, ownedMax),
      isHeld: ({ senderId, id }) => this.#keeper.holds(senderId, id),
      outcomes: this.#outcomes,
      onReleased: (lane) => this.#keeper.poke([lane]),
    });
    this.#waiting = createWaitingFinder({ pool, writers, onOlder: (lane) => this.#keeper.poke([lane]) });
    const parts: LaneParts = {
      ...options,
      waiting: this.#waiting,
      turns: this.#turns,
      outcomes: this.#outcomes,
      uncertainMarks: this.#uncertainMarks,
      findRetrying: createRetryingFinder(pool, writers),
      mark: createMarker({
        writers,
        processes,
        onUnmarked: (error) => log.warn({ err: error }, 'messages could not be marked'),
      }),
      onForeignSettled: createSettledNews(pool, log, this.#origin, () => this.#keeper.hasRemoteWaiters),
      onHeldBack: (messageId) => this.waiters.dismiss(messageId),
      onSettledElsewhere: (messageId) => void this.#answerWaiters([messageId]),
      onLeftBehind: (lane) => this.#keeper.poke([lane]),
    };
    this.#keeper = new LaneKeeper({
      pool,
      senders: options.senders,
      build: (sender, lease) => buildLane(parts, sender, lease),
      lease: () => (this.#isStopping ? null : this.#lease),
      origin: this.#origin,
      peers: options.peers,
      onGiven: (messageIds) => this.waiters.handOver(messageIds),
      log,
    });
  }

  /** How a new message of this sender starts. `dueAt`: when it may be sent; null: as soon as possible. */
  offer(sender: Sender, entry: Entry, dueAt: Date | null): Offer {
    return makeOffer(this.#keeper, this.#lease?.isHeld() ? this.#lease.epoch : null, sender, entry, dueAt);
  }

  /** True while this process sends for this sender. */
  owns(sender: Sender): boolean {
    const isHeld = !this.#isStopping && this.#lease?.isHeld() === true;
    return isHeld && this.#keeper.find(sender) !== null;
  }

  /** The socket of the process that sends for this sender; null when that is this process, or has no socket here. */
  ownerOf(sender: Sender): string | null {
    return this.#keeper.find(sender) ? null : this.#keeper.ownerOf(sender.id);
  }

  /** That process does not answer, or no longer sends for this sender. */
  missOwner(sender: Sender, isSilent: boolean): void {
    this.#keeper.missOwner(sender.id, isSilent);
  }

  /** Messages that were not offered wait in these lanes. */
  poke(lanes: readonly LaneKey[]): void {
    this.#keeper.poke(lanes);
  }

  /** A message of any age waits in this lane again: one that a person retries, for example. */
  pokeFor(lane: LaneKey, messageId: string): void {
    this.#waiting.expect(lane.senderId, messageId);
    this.#keeper.poke([lane]);
  }

  /**
   * Messages of these senders may wait without their lanes knowing, because the process that stored them has died. Resolves
   * when the owners of the lanes have looked into the table.
   */
  async announce(senders: readonly Sender[]): Promise<void> {
    await Promise.all(
      senders.map(({ companyId, id: senderId }) => this.#keeper.announce({ companyId, senderId })),
    );
  }

  /** A provider has reported in a status that it is too much for this sender; the owner of its lane slows down. */
  async slowDown({ senderId }: LaneKey, pauseMilliseconds: number): Promise<void> {
    if (this.#keeper.slowDown(senderId, pauseMilliseconds)) return;
    const words = toPayloads('slow', [`${senderId}/${pauseMilliseconds}`], this.#origin);
    await notifyProcesses(this.#options.pool, channelName, words);
  }

  async start(): Promise<void> {
    const { channels, log } = this.#options;
    this.#channel = channels.open(channelName, (payload) => this.#receive(readPayload(payload)));
    if (this.#options.lease) {
      await this.#firstRound();
      this.#loops.push(
        startLoop('lanes', roundMilliseconds, log, () => this.#round()),
        startLoop('forgotten messages', forgottenMilliseconds, log, () =>
          this.#keeper.findForgotten(this.#nextForgottenFloor()),
        ),
        startLoop('older messages', belowMilliseconds, log, () => this.#waiting.lookBelow()),
        startLoop('uncertain marks', uncertainMarksMilliseconds, log, () => this.#uncertainMarks.look()),
        startLoop('dead processes', hourMilliseconds, log, async () => {
          await forgetDeadProcesses(this.#options.pool);
          await this.#options.sweepJournals?.();
        }),
        startLoop('routes', rerouteMilliseconds, log, () => this.#reroute()),
        startLoop('old routes', hourMilliseconds, log, async () => {
          await deleteOldRouted(this.#options.pool, routedDays, routedPerRound);
        }),
      );
    }
    this.#loops.push(
      startLoop('outcomes elsewhere', roundMilliseconds, log, () =>
        this.#answerWaiters(this.waiters.elsewhere()),
      ),
    );
  }

  /** A database that is too busy to answer delays the lanes until the next round; it does not end a process that starts. */
  async #firstRound(): Promise<void> {
    try {
      await this.#round();
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      this.#options.log.warn({ err: error, loop: 'lanes' }, 'a round of background work failed');
    }
  }

  async #reroute(): Promise<void> {
    if (this.#isStopping || !this.#lease?.isHeld()) return;
    const { writers, senders, log } = this.#options;
    await rerouteWaiting({ writers, senders, keeper: this.#keeper, log });
  }

  async #takeOver(floor?: string): Promise<void> {
    // Before their lanes are claimed: requeued messages keep their place before later ones.
    const recovered = await recoverOrphans(
      this.#options.writers,
      this.#outcomes,
      this.#options.senders,
      floor,
    );
    await this.#keeper.claimFree();
    if (recovered.length > 0) {
      this.#options.log.warn({ lanes: recovered.length }, 'messages of a dead process were settled');
      // It may have died between storing a message and notifying its owner.
      this.#keeper.pokeAll();
    }
  }

  async #round(): Promise<void> {
    if (this.#isStopping) return;
    const lease = this.#options.lease?.current ?? null;
    if (lease !== this.#lease) {
      // Lanes held under the old lease have a new owner, which must be notified of messages queued since.
      const left = this.#keeper.lanes.map((lane) => lane.key);
      this.#keeper.closeAll();
      this.waiters.handOver();
      this.#lease = lease;
      this.#keeper.poke(left);
    }
    if (!lease) return;
    if (this.#joinedEpoch !== lease.epoch) {
      await joinDispatching(this.#options.pool, lease.epoch);
      this.#joinedEpoch = lease.epoch;
    }
    const floor = this.#nextFloor();
    const promoted = await promoteDue(this.#options.writers, duePerRound, floor);
    for (const { senderId, id } of promoted) this.#waiting.expect(senderId, id);
    this.#keeper.poke(promoted);
    await this.#takeOver(floor);
    await this.#keeper.findNews();
    await this.#keeper.follow();
  }

  #receive({ topic, ids, origin }: Word): void {
    if (topic === 'lanes') this.#keeper.receive(ids, origin);
    if (topic === 'settled' || topic === 'sent') void this.#answerWaiters(ids, topic === 'sent');
    if (topic === 'slow') {
      for (const [senderId = '', milliseconds] of ids.map((id) => id.split('/'))) {
        this.#keeper.slowDown(senderId, Number(milliseconds) || 0);
      }
    }
    if (topic === 'free') this.#hurry(this.#keeper.claimFree());
    if ((topic === 'wanted' || topic === 'given') && origin !== this.#origin) {
      this.#keeper.receive([], origin);
      this.#hurry(this.#keeper.findNews());
    }
  }

  /** The next round would do it anyway. */
  #hurry(work: Promise<void>): void {
    work.catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'lane upkeep failed; the next round repeats it'),
    );
  }

  async #answerWaiters(messageIds: readonly string[], areSent = false): Promise<void> {
    try {
      await answerWaiters(this.#options.writers, this.waiters, messageIds, areSent);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'outcomes of other processes could not be read');
    }
  }

  /** The first half of a stop: nothing new is taken up, and waiting requests are answered soon. */
  beginStop(): void {
    this.#isStopping = true;
    setTimeout(() => this.waiters.dismissAll(), patienceMilliseconds).unref();
  }

  /** Finishes what is being sent, writes it down, and releases the lanes. Their next owner settles what is left. */
  async stop(milliseconds: number): Promise<void> {
    this.#isStopping = true;
    let timer: NodeJS.Timeout | undefined;
    // A silent database must not delay the stop: every query would run into its timeout.
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
      await notifyProcesses(pool, channelName, toPayloads('free', [], this.#origin));
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
