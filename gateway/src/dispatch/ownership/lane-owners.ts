// The owners of lanes that are not ours: their sockets, if they are processes of this machine, and the notifications that
// messages wait for them.

import type pg from 'pg';
import type { Log } from '../../platform/log.ts';
import { readBootId } from '../../processes/call-journal.ts';
import type { Peers } from '../../processes/peers/peers.ts';
import type { LaneKey } from '../lane-key.ts';
import { findOwners } from './queries.ts';

export interface LaneOwnersOptions {
  readonly pool: pg.Pool;
  /** The other processes of this machine. Left out: no owner can be asked. */
  readonly peers?: Peers | undefined;
  /** Another process has stored messages in these lanes. Answers those that are ours. */
  readonly onWaiting: (senderIds: readonly string[]) => readonly string[];
  readonly log: Log;
}

/** A lane that another process has, or may have. */
interface Known {
  /** Until when this is not looked up again: milliseconds since 1970. */
  readonly until: number;
  /** The socket of its owner; null when there is none here, or it is not known. */
  readonly owner: string | null;
}

/** Lanes whose owners have not confirmed that they will look into the table. */
interface Unnotified {
  /** Their owner's socket is not known, or the owner did not answer. */
  readonly unasked: readonly LaneKey[];
  /** Their owner answered that it has given the lane away. */
  readonly notTheirs: readonly LaneKey[];
}

/** A lane of another process is not claimed again for this long. */
const elsewhereMilliseconds = 2_000;
/** The same when its owner can be asked: it will say when it has given the lane away. */
const askableMilliseconds = 30_000;
/** An owner has this long to confirm. A busy one takes a while; a frozen one sends nothing in the meantime either. */
const notifiedMilliseconds = 3_000;
/** Owners are asked about lanes in which messages wait, and answer which of them are theirs. */
const waitingTopic = 'lanes';

export class LaneOwners {
  readonly bootId = readBootId();
  readonly #options: LaneOwnersOptions;
  readonly #known = new Map<string, Known>();
  readonly #toNotify = new Map<string, LaneKey>();
  #notifying: Promise<LaneKey[]> | null = null;

  constructor(options: LaneOwnersOptions) {
    this.#options = options;
    options.peers?.on(waitingTopic, (senderIds) => options.onWaiting(senderIds as readonly string[]));
  }

  /** False when the lane's owner should be looked up. */
  isKnown(senderId: string): boolean {
    return (this.#known.get(senderId)?.until ?? 0) > Date.now();
  }

  of(senderId: string): string | null {
    return this.#known.get(senderId)?.owner ?? null;
  }

  /** `owner`: its socket; null when it cannot be asked. */
  learn(senderId: string, owner: string | null): void {
    // The lane is ours, and about to be opened.
    const other = owner === this.#options.peers?.socket ? null : owner;
    const until = Date.now() + (other === null ? elsewhereMilliseconds : askableMilliseconds);
    this.#known.set(senderId, { until, owner: other });
  }

  forget(senderId: string): void {
    this.#known.delete(senderId);
  }

  /** A silent owner is looked up again after a moment. One that has given the lane away has a successor, looked up at once. */
  miss(senderId: string, isSilent: boolean): void {
    if (isSilent) this.learn(senderId, null);
    else this.forget(senderId);
  }

  forgetAll(): void {
    this.#known.clear();
  }

  async find(senderIds: readonly string[]): Promise<void> {
    const { peers, pool, log } = this.#options;
    if (!peers) return;
    for (const id of senderIds) this.learn(id, this.of(id));
    try {
      const owners = await findOwners(pool, senderIds, this.bootId);
      for (const id of senderIds) this.learn(id, owners.get(id) ?? null);
    } catch (error) {
      log.debug({ err: error }, 'the owners of lanes could not be looked up');
    }
  }

  /**
   * A message was stored in this lane. Resolves when its owner has confirmed that it will look into the table before it sends
   * anything offered to it later. Answers the lanes whose owners could not be asked, of all lanes notified in the same turn.
   */
  notify(key: LaneKey): Promise<readonly LaneKey[]> {
    this.#toNotify.set(key.senderId, key);
    this.#notifying ??= Promise.resolve().then(async () => {
      const keys = [...this.#toNotify.values()];
      this.#toNotify.clear();
      this.#notifying = null;
      const { peers } = this.#options;
      if (!peers) return keys;
      const first = await this.#ask(keys, peers);
      // Our knowledge of their owners was out of date: ask the current ones.
      const second = first.notTheirs.length > 0 ? await this.#ask(first.notTheirs, peers) : first;
      return [...new Set([...first.unasked, ...second.unasked, ...second.notTheirs])];
    });
    return this.#notifying;
  }

  /** Answers the lanes whose owners have not confirmed. */
  async #ask(keys: readonly LaneKey[], peers: Peers): Promise<Unnotified> {
    // Ask again even after a recent look-up: the lane may have a new owner.
    const unknown = keys.flatMap(({ senderId }) => {
      const owner = this.of(senderId);
      return owner === null || peers.isSilent(owner) ? [senderId] : [];
    });
    if (unknown.length > 0) await this.find(unknown);
    const unnotified = { unasked: [] as LaneKey[], notTheirs: [] as LaneKey[] };
    const ask = async (owner: string, ofOwner: readonly LaneKey[]): Promise<void> => {
      const asked = ofOwner.map(({ senderId }) => senderId);
      // Do not wait for a silent owner; it reads this first when it returns.
      const isWaitedFor = !peers.isSilent(owner);
      const asking = peers.ask(owner, waitingTopic, asked, notifiedMilliseconds);
      const reply = isWaitedFor ? await asking : null;
      const acknowledged = new Set((reply ?? []) as readonly string[]);
      const missed = ofOwner.filter(({ senderId }) => !acknowledged.has(senderId));
      for (const { senderId } of missed) this.miss(senderId, reply === null);
      (reply === null ? unnotified.unasked : unnotified.notTheirs).push(...missed);
    };
    const byOwner = Map.groupBy(keys, ({ senderId }) => this.of(senderId));
    unnotified.unasked.push(...(byOwner.get(null) ?? []));
    await Promise.all([...byOwner].map(([owner, ofOwner]) => owner && ask(owner, ofOwner)));
    return unnotified;
  }
}
