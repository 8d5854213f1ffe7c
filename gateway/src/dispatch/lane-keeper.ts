// The lanes this process owns: claims them, opens them, keeps them in step with their senders, and notifies other
// owners when messages wait for them. A lane that is not here belongs to another process, or has no owner yet.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { notifyProcesses } from '../processes/channel.ts';
import type { Lease } from '../processes/lease.ts';
import type { Peers } from '../processes/peers/peers.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import type { Lane } from './lane.ts';
import type { LaneKey } from './lane-key.ts';
import { channelName, toPayloads } from './ownership/channel.ts';
import { LaneOwners } from './ownership/lane-owners.ts';
import {
  askForLanes,
  claimFreeLanes,
  claimLane,
  findLaneNews,
  findWaitingLanes,
  giveLanes,
  keepLanes,
  pokeLanes,
} from './ownership/queries.ts';
import { createStayingLanes } from './ownership/staying-lanes.ts';
import { interestMilliseconds } from './settled-news.ts';

export interface LaneKeeperOptions {
  readonly pool: pg.Pool;
  readonly senders: SenderDirectory;
  /** Makes a lane for a sender; it does nothing yet. */
  readonly build: (sender: Sender, lease: Lease) => Lane;
  /** Null in a process that does not dispatch, or has no lease at the moment. */
  readonly lease: () => Lease | null;
  /** The name of this process among the others. */
  readonly origin: string;
  /** The other processes of this machine. Left out: they are notified through the database. */
  readonly peers?: Peers | undefined;
  /** Another process sends these messages from now on. */
  readonly onGiven: (messageIds: Iterable<string>) => void;
  readonly log: Log;
}

const lanesPerClaim = 500;
/** Pause before a notification that the database did not accept is repeated. */
const pokeAgainMilliseconds = 500;
/** Before a hand-over a lane pauses until everything under way is settled, at most this long. */
const drainMilliseconds = 5_000;
/** Shares are checked when a process joins or leaves, and every so many rounds. */
const roundsPerShare = 5;

export class LaneKeeper {
  readonly #options: LaneKeeperOptions;
  readonly #lanes = new Map<string, Lane>();
  /** Lanes that go to another process as soon as nothing in them is under way. */
  readonly #leaving = new Map<string, Lane>();
  /** When lanes were handed over: what was read from the table before is no longer true. */
  readonly #givenAt = new Map<string, number>();
  /** Lanes that could not be drained in time: another drain at once would only pause them again. */
  readonly #staying = createStayingLanes();
  /** Owners of the lanes held by other processes. */
  readonly #owners: LaneOwners;
  readonly #claiming = new Set<string>();
  readonly #toPoke = new Map<string, LaneKey>();
  #isPoking = false;
  #isOver = false;
  #newsSince: string | null = null;
  #processes = 1;
  #rounds = 0;
  #remoteAskAt = Number.NEGATIVE_INFINITY;

  constructor(options: LaneKeeperOptions) {
    this.#options = options;
    this.#owners = new LaneOwners({ ...options, onWaiting: (senderIds) => this.#receiveFromPeer(senderIds) });
  }

  /** The lane of a sender if it is ours. If no owner is known, it is claimed in the background. */
  find(sender: Sender): Lane | null {
    const lane = this.#lanes.get(sender.id);
    if (lane) return lane;
    const lease = this.#options.lease();
    if (this.#leaving.has(sender.id) || this.#owners.isKnown(sender.id)) return null;
    if (lease) void this.#claim(sender, lease);
    else void this.#owners.find([sender.id]);
    return null;
  }

  /** The socket of a lane's owner; null when the lane is ours, or its owner has no socket here. */
  ownerOf(senderId: string): string | null {
    return this.#owners.of(senderId);
  }

  /** The owner does not answer, or has given the lane away. */
  missOwner(senderId: string, isSilent: boolean): void {
    this.#owners.miss(senderId, isSilent);
  }

  async #claim(sender: Sender, lease: Lease): Promise<void> {
    if (this.#claiming.has(sender.id)) return;
    this.#claiming.add(sender.id);
    const key = { companyId: sender.companyId, senderId: sender.id };
    const askedAt = performance.now();
    try {
      const { isOurs, owner } = await claimLane(this.#options.pool, key, lease.epoch, this.#owners.bootId);
      if (isOurs) await this.#open(key, lease, askedAt);
      else this.#owners.learn(sender.id, owner);
    } catch (error) {
      this.#owners.learn(sender.id, null);
      this.#options.log.warn({ err: error, sender: sender.id }, 'a lane could not be claimed');
    } finally {
      this.#claiming.delete(sender.id);
    }
  }

  /** `askedAt`: when the table was read for the lane's owner. */
  async #open(key: LaneKey, lease: Lease, askedAt = performance.now()): Promise<void> {
    const { senders } = this.#options;
    const company = senders.peek(key.companyId) ?? (await senders.find(key.companyId));
    const sender = company.find(({ id }) => id === key.senderId);
    // The lease was lost while we asked, or a concurrent call has opened the lane.
    if (!sender || this.#options.lease() !== lease || this.#lanes.has(key.senderId)) return;
    if (this.#leaving.has(key.senderId) || (this.#givenAt.get(key.senderId) ?? 0) >= askedAt) return;
    this.#givenAt.delete(key.senderId);
    const lane = this.#options.build(sender, lease);
    if (sender.state === 'suspended') lane.pause();
    this.#lanes.set(sender.id, lane);
    this.#owners.forget(sender.id);
    lane.poke();
  }

  /**
   * Works on the rows that wait in a lane of ours while none of them is in memory, and opens the lane again. Null when
   * the lane is about to be handed over: then its next owner does it.
   */
  async setAside<Result>(key: LaneKey, work: () => Promise<Result>): Promise<Result | null> {
    if (this.#leaving.has(key.senderId)) return null;
    const lease = this.#options.lease();
    this.#claiming.add(key.senderId);
    this.#lanes.get(key.senderId)?.close();
    this.#lanes.delete(key.senderId);
    try {
      return await work();
    } finally {
      this.#claiming.delete(key.senderId);
      if (lease) await this.#open(key, lease);
    }
  }

  /** Takes over the lanes that no living process owns. */
  async claimFree(): Promise<void> {
    const lease = this.#options.lease();
    if (!lease) return;
    for (;;) {
      const askedAt = performance.now();
      const claimed = await claimFreeLanes(this.#options.pool, lease.epoch, lanesPerClaim);
      for (const key of claimed) await this.#open(key, lease, askedAt);
      if (claimed.length < lanesPerClaim) return;
    }
  }

  /** Gives lanes the pace and state that their senders have now. A lane whose sender is gone is closed; an idle one need not know. */
  async follow(): Promise<void> {
    const { senders } = this.#options;
    for (const [id, lane] of this.#lanes) {
      if (lane.size === 0 && !lane.isPaused) continue;
      const known = senders.peek(lane.key.companyId) ?? (await senders.find(lane.key.companyId));
      const sender = known.find((candidate) => candidate.id === id);
      if (!sender) {
        lane.close();
        this.#lanes.delete(id);
        continue;
      }
      lane.setLimit(sender.messagesPerSecond);
      if (sender.state === 'suspended') lane.pause();
      else if (!lane.isSuspending) lane.resume();
    }
  }

  /**
   * Messages wait in these lanes. Ours are woken at once, other owners through the database, all in one notification.
   */
  poke(keys: readonly LaneKey[]): void {
    const isHeld = this.#options.lease()?.isHeld() ?? false;
    for (const key of keys) {
      const lane = this.#lanes.get(key.senderId);
      lane?.poke();
      // Without a lease the lane may have another owner already, although it is still here; or the lease is renewed late.
      if (!lane || !isHeld) this.#toPoke.set(key.senderId, key);
    }
    if (this.#toPoke.size > 0 && !this.#isPoking) void this.#pokeOthers();
  }

  /**
   * A message was stored for the lane of another process. Resolves when its owner is sure to look into the table before it
   * sends what is offered to it from now on; or, when it cannot be asked, at once: the database notifies it then.
   */
  async notify(key: LaneKey): Promise<void> {
    this.poke(await this.#owners.notify(key));
  }

  /** Messages may be stored in this lane that its owner, here or elsewhere, does not know of. Resolves like `notify`. */
  async announce(key: LaneKey): Promise<void> {
    if (this.#lanes.has(key.senderId)) this.poke([key]);
    else await this.notify(key);
  }

  /** Another process of this machine has stored messages in these lanes. Answers those that are ours. */
  #receiveFromPeer(senderIds: readonly string[]): string[] {
    this.#remoteAskAt = performance.now();
    const ours = senderIds.filter((id) => this.#lanes.has(id));
    // Also while the lease is not held: it may be renewed late, and then the lanes are still ours.
    this.#pokeOwn(ours);
    return this.#options.lease()?.isHeld() ? ours : [];
  }

  async #pokeOthers(): Promise<void> {
    this.#isPoking = true;
    while (this.#toPoke.size > 0 && !this.#isOver) {
      const keys = [...this.#toPoke.values()].sort((one, two) => (one.senderId < two.senderId ? -1 : 1));
      this.#toPoke.clear();
      const payloads = toPayloads(
        'lanes',
        keys.map((key) => key.senderId),
        this.#options.origin,
      );
      try {
        await pokeLanes(this.#options.pool, keys, channelName, payloads);
      } catch (error) {
        this.#options.log.warn({ err: error }, 'the owners of lanes could not be notified');
        // Nothing else notifies them: the messages would wait there until the next one arrives.
        for (const key of keys) this.#toPoke.set(key.senderId, key);
        await sleep(pokeAgainMilliseconds, undefined, { ref: false });
      }
    }
    this.#isPoking = false;
  }

  /** True when the lane is ours. */
  slowDown(senderId: string, pauseMilliseconds: number): boolean {
    const lane = this.#lanes.get(senderId) ?? this.#leaving.get(senderId);
    lane?.slowDown(pauseMilliseconds);
    return lane !== undefined;
  }

  /** A process reports messages waiting in these lanes; it may be our own notification, from before a lane was ours. */
  receive(senderIds: readonly string[], origin: string | null): void {
    // Also when it is not ours yet: we may be about to claim it, and a request there waits.
    if (origin !== this.#options.origin) this.#remoteAskAt = performance.now();
    this.#pokeOwn(senderIds);
  }

  #pokeOwn(senderIds: readonly string[]): void {
    for (const id of senderIds) this.#lanes.get(id)?.poke();
  }

  /** The poll behind the notifications: pokes, lanes that were handed to us, and lanes that others ask for. */
  async findNews(): Promise<void> {
    const lease = this.#options.lease();
    if (!lease) return;
    const askedAt = performance.now();
    const news = await findLaneNews(this.#options.pool, lease.epoch, this.#newsSince);
    this.#newsSince = news.now;
    for (const key of news.poked) {
      const lane = this.#lanes.get(key.senderId);
      if (lane) lane.poke();
      else if (!this.#claiming.has(key.senderId)) await this.#open(key, lease, askedAt);
    }
    await this.#handOver(news.wanted, lease);
    // It may have died between storing a message and notifying us.
    if (news.processes < this.#processes) this.pokeAll();
    const isChanged = news.processes !== this.#processes;
    this.#processes = news.processes;
    this.#rounds += 1;
    if (news.processes > 1 && (isChanged || this.#rounds % roundsPerShare === 0)) await this.#ask(lease);
  }

  /** Asks those that own more than their share, if this process owns less. */
  async #ask({ epoch }: Lease): Promise<void> {
    const asked = await askForLanes(this.#options.pool, epoch);
    if (asked.length > 0) await this.#notifyProcesses('wanted', asked);
  }

  async #notifyProcesses(topic: 'wanted' | 'given', senderIds: readonly string[]): Promise<void> {
    const payloads = toPayloads(topic, senderIds, this.#options.origin);
    await notifyProcesses(this.#options.pool, channelName, payloads);
  }

  /** Idle lanes go together and at once, busy ones each when it has settled what is under way. */
  async #handOver(wanted: readonly LaneKey[], lease: Lease): Promise<void> {
    const isFree = ({ senderId }: LaneKey): boolean =>
      !this.#claiming.has(senderId) && !this.#leaving.has(senderId);
    const stays = ({ senderId }: LaneKey): boolean => this.#staying.has(senderId);
    const keys = wanted.filter((key) => isFree(key) && !stays(key));
    const kept = wanted.filter(stays).map(({ senderId }) => senderId);
    if (kept.length > 0) await keepLanes(this.#options.pool, kept, lease.epoch);
    const isBusy = ({ senderId }: LaneKey): boolean => this.#lanes.get(senderId)?.isAtRest === false;
    const idle = keys.filter((key) => !isBusy(key));
    const groups = [...(idle.length > 0 ? [idle] : []), ...keys.filter(isBusy).map((key) => [key])];
    for (const group of groups) {
      this.#give(group, lease).catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'lanes could not be handed over');
        // Perhaps they were: their owner looks into the table.
        for (const { senderId } of group) this.#drop(senderId);
        this.poke(group);
      });
    }
  }

  async #give(keys: readonly LaneKey[], lease: Lease): Promise<void> {
    const { pool } = this.#options;
    for (const { senderId } of keys) {
      const lane = this.#lanes.get(senderId);
      if (lane) this.#leaving.set(senderId, lane);
      this.#lanes.delete(senderId);
    }
    const drained: string[] = [];
    const staying: string[] = [];
    await Promise.all(
      keys.map(async ({ senderId }) => {
        const isDrained = (await this.#leaving.get(senderId)?.drain(drainMilliseconds)) ?? true;
        (isDrained ? drained : staying).push(senderId);
        if (isDrained) this.#staying.forget(senderId);
        else this.#staying.failed(senderId);
      }),
    );
    // All lanes were closed meanwhile.
    if (this.#options.lease() !== lease) return;
    if (staying.length > 0) await keepLanes(pool, staying, lease.epoch);
    const given = drained.length > 0 ? await giveLanes(pool, drained, lease.epoch) : new Set<string>();
    for (const id of given) this.#drop(id);
    for (const id of [...staying, ...drained]) this.#keep(id);
    if (given.size > 0) await this.#notifyProcesses('given', [...given]);
  }

  /** The lane belongs to another process now. */
  #drop(senderId: string): void {
    const lane = this.#leaving.get(senderId);
    this.#leaving.delete(senderId);
    this.#givenAt.set(senderId, performance.now());
    this.#owners.forget(senderId);
    if (!lane) return;
    lane.close();
    this.#options.onGiven(lane.ids);
  }

  /** The lane stays here after all. */
  #keep(senderId: string): void {
    const lane = this.#leaving.get(senderId);
    if (!lane) return;
    this.#leaving.delete(senderId);
    this.#lanes.set(senderId, lane);
    lane.stay();
  }

  /** A process may have died between storing a message and notifying us: now and then idle lanes are checked. */
  async findForgotten(floor: string): Promise<void> {
    const idle = [...this.#lanes.values()].filter((lane) => lane.size === 0).map((lane) => lane.key);
    if (idle.length === 0) return;
    this.#pokeOwn(await findWaitingLanes(this.#options.pool, idle, floor));
  }

  /** Another process asked us within the last minute, so it may have callers waiting. */
  get hasRemoteWaiters(): boolean {
    return performance.now() - this.#remoteAskAt < interestMilliseconds;
  }

  holds(senderId: string, messageId: string): boolean {
    return (this.#lanes.get(senderId) ?? this.#leaving.get(senderId))?.holds(messageId) ?? false;
  }

  pokeAll(): void {
    for (const lane of this.#lanes.values()) lane.poke();
  }

  closeAll(): void {
    for (const lane of this.lanes) lane.close();
    this.#lanes.clear();
    this.#leaving.clear();
    this.#givenAt.clear();
    this.#staying.forgetAll();
    this.#owners.forgetAll();
  }

  /** Sends no more notifications: the database is about to be closed. */
  end(): void {
    this.#isOver = true;
  }

  /** All lanes, including those that are about to leave. */
  get lanes(): readonly Lane[] {
    return [...this.#lanes.values(), ...this.#leaving.values()];
  }
}
