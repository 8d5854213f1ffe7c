// The lanes this process owns: claims them, opens them, keeps them in step with their senders, and tells other owners when
// something waits for them. A lane that is not here belongs to another process, or to nobody yet.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import type { Lease } from '../processes/lease.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import { interestMilliseconds } from './interest.ts';
import type { Lane } from './lane.ts';
import type { LaneKey } from './lane-key.ts';
import { channelName, toPayloads } from './ownership/channel.ts';
import {
  claimFreeLanes,
  claimLane,
  findPokedLanes,
  findWaitingLanes,
  pokeLanes,
} from './ownership/queries.ts';

export interface LaneKeeperOptions {
  readonly pool: pg.Pool;
  readonly senders: SenderDirectory;
  /** Makes a lane for a sender; it does nothing yet. */
  readonly build: (sender: Sender, lease: Lease) => Lane;
  /** Null in a process that does not dispatch, or has no lease at the moment. */
  readonly lease: () => Lease | null;
  /** What this process is called among the others. */
  readonly origin: string;
  readonly log: Log;
}

const lanesPerClaim = 500;
/** How long a lane that another process has is not asked for again. */
const elsewhereMilliseconds = 2_000;
/** After the database did not take a word to other owners. */
const pokeAgainMilliseconds = 500;

export class LaneKeeper {
  readonly #options: LaneKeeperOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #elsewhereUntil = new Map<string, number>();
  readonly #claiming = new Set<string>();
  readonly #toPoke = new Map<string, LaneKey>();
  #isPoking = false;
  #isOver = false;
  #pokesSince: string | null = null;
  #heardAt = Number.NEGATIVE_INFINITY;

  constructor(options: LaneKeeperOptions) {
    this.#options = options;
  }

  /** The lane of a sender if it is ours. If nobody is known to have it, it is claimed behind the scenes. */
  find(sender: Sender): Lane | null {
    const lane = this.#lanes.get(sender.id);
    if (lane) return lane;
    const lease = this.#options.lease();
    if (lease && (this.#elsewhereUntil.get(sender.id) ?? 0) <= Date.now()) void this.#claim(sender, lease);
    return null;
  }

  async #claim(sender: Sender, lease: Lease): Promise<void> {
    if (this.#claiming.has(sender.id)) return;
    this.#claiming.add(sender.id);
    const key = { companyId: sender.companyId, senderId: sender.id };
    try {
      if (await claimLane(this.#options.pool, key, lease.epoch)) await this.#open(key, lease);
      else this.#elsewhereUntil.set(sender.id, Date.now() + elsewhereMilliseconds);
    } catch (error) {
      this.#elsewhereUntil.set(sender.id, Date.now() + elsewhereMilliseconds);
      this.#options.log.warn({ err: error, sender: sender.id }, 'a lane could not be claimed');
    } finally {
      this.#claiming.delete(sender.id);
    }
  }

  async #open(key: LaneKey, lease: Lease): Promise<void> {
    const { senders } = this.#options;
    const company = senders.peek(key.companyId) ?? (await senders.find(key.companyId));
    const sender = company.find(({ id }) => id === key.senderId);
    // Lost while we asked, or opened by somebody who asked at the same time.
    if (!sender || this.#options.lease() !== lease || this.#lanes.has(key.senderId)) return;
    const lane = this.#options.build(sender, lease);
    if (sender.state === 'suspended') lane.pause();
    this.#lanes.set(sender.id, lane);
    this.#elsewhereUntil.delete(sender.id);
    lane.poke();
  }

  /** Takes over what nobody living has. */
  async claimFree(): Promise<void> {
    const lease = this.#options.lease();
    if (!lease) return;
    for (;;) {
      const claimed = await claimFreeLanes(this.#options.pool, lease.epoch, lanesPerClaim);
      for (const key of claimed) await this.#open(key, lease);
      if (claimed.length < lanesPerClaim) return;
    }
  }

  /** Pace and state as the sender has them now. A lane whose sender is gone is closed; an idle one need not know. */
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

  /** Something waits in these lanes. Ours hear it at once, the others through the database, all in one go. */
  poke(keys: readonly LaneKey[]): void {
    // Without a lease the lanes may have other owners already, although they are still here.
    const isHeld = this.#options.lease()?.isHeld() ?? false;
    for (const key of keys) {
      const lane = this.#lanes.get(key.senderId);
      if (lane && isHeld) lane.poke();
      else this.#toPoke.set(key.senderId, key);
    }
    if (this.#toPoke.size > 0 && !this.#isPoking) void this.#pokeOthers();
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
        this.#options.log.warn({ err: error }, 'the owners of lanes could not be told');
        // Nobody else tells them: what waits there would wait until the next message comes by.
        for (const key of keys) this.#toPoke.set(key.senderId, key);
        await sleep(pokeAgainMilliseconds, undefined, { ref: false });
      }
    }
    this.#isPoking = false;
  }

  /** True when the lane is ours. */
  slowDown(senderId: string, pauseMilliseconds: number): boolean {
    const lane = this.#lanes.get(senderId);
    lane?.slowDown(pauseMilliseconds);
    return lane !== undefined;
  }

  /** Somebody says that something waits in these lanes; it may be our own word, from before a lane was ours. */
  hear(senderIds: readonly string[], origin: string | null): void {
    // Also when it is not ours yet: we may be about to claim it, and somebody there waits.
    if (origin !== this.#options.origin) this.#heardAt = performance.now();
    this.#pokeOwn(senderIds);
  }

  #pokeOwn(senderIds: readonly string[]): void {
    for (const id of senderIds) this.#lanes.get(id)?.poke();
  }

  /** The poll behind the notifications. */
  async findPokes(): Promise<void> {
    const lease = this.#options.lease();
    if (!lease) return;
    const { senderIds, now } = await findPokedLanes(this.#options.pool, lease.epoch, this.#pokesSince);
    this.#pokesSince = now;
    this.#pokeOwn(senderIds);
  }

  /** A process may have died between storing a message and telling us: now and then idle lanes are looked into. */
  async findForgotten(): Promise<void> {
    const idle = [...this.#lanes.values()].filter((lane) => lane.size === 0).map((lane) => lane.key);
    if (idle.length === 0) return;
    this.#pokeOwn(await findWaitingLanes(this.#options.pool, idle));
  }

  /** True while requests at other processes may wait for what is sent here. */
  get hearsOthers(): boolean {
    return performance.now() - this.#heardAt < interestMilliseconds;
  }

  holds(senderId: string, messageId: string): boolean {
    return this.#lanes.get(senderId)?.holds(messageId) ?? false;
  }

  pokeAll(): void {
    for (const lane of this.#lanes.values()) lane.poke();
  }

  closeAll(): void {
    for (const lane of this.#lanes.values()) lane.close();
    this.#lanes.clear();
    this.#elsewhereUntil.clear();
  }

  /** Nobody is told anything any more: the database is about to be closed. */
  end(): void {
    this.#isOver = true;
  }

  get lanes(): readonly Lane[] {
    return [...this.#lanes.values()];
  }
}
