// Keeps the lanes of the webhooks that this process delivers to. Lanes are shared evenly among the processes that deliver; a process with
// too many releases some, the idle ones first and busy ones once nothing is under way in them; one with too few claims
// free ones, and the lanes of a dead process are free when its lease ends.

import type pg from 'pg';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Lease } from '../../processes/lease.ts';
import { type OpenWebhook, openWebhook } from '../registered/open-webhook.ts';
import { type LaneHealth, newHealth } from './health.ts';
import type { DeliveryLane } from './lane.ts';
import { createLaneMap, type LaneMap } from './lane-map.ts';
import {
  type DeliveryLaneKey,
  forgetWebhook,
  giveBackLanes,
  joinDelivering,
  type LaneCounts,
  type LaneRow,
  listOwnedLanes,
  loadLanes,
  type OwnedLaneRow,
  skipDeleted,
  takeFreeLanes,
} from './queries.ts';

/** The part of a lease that its lanes need. */
export type LaneLease = Pick<Lease, 'epoch' | 'isHeld'>;

/** The lease of this process. One that was lost is followed by another; lanes end with the one they began under. */
export interface DeliveryLease {
  readonly current: LaneLease | null;
}

export interface DeliveryLaneKeeper {
  readonly lanes: ReadonlyMap<string, DeliveryLane>;
  /** Our webhooks with a recovery under way. */
  readonly recovering: ReadonlySet<string>;
  /** True when other processes deliver too. */
  readonly hasPeers: boolean;
  /** True when other processes, or none yet, have lanes. Otherwise they need not be notified of events. */
  readonly hasLanesElsewhere: boolean;
  /** Brings the lanes in memory in line with the table. */
  keep(): Promise<void>;
  lanesOf(companyId: string): Iterable<DeliveryLane>;
  hasLanes(companyId: string): boolean;
  markDisabled(webhook: OpenWebhook): void;
  closeAll(): void;
}

export interface DeliveryLaneKeeperOptions {
  readonly pool: pg.Pool;
  readonly lease: DeliveryLease;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly makeLane: (
    webhook: OpenWebhook,
    health: LaneHealth,
    lease: LaneLease,
    checkedTo: string,
  ) => DeliveryLane;
}

const skippedRowsMax = 1_000;

const toHealth = (row: LaneRow): LaneHealth => ({
  ...newHealth,
  lastSuccessAt: row.last_success_at?.getTime() ?? null,
  lastFailureAt: row.last_failure_at?.getTime() ?? null,
  firstFailureAt: row.first_failure_at?.getTime() ?? null,
  consecutiveFailures: row.consecutive_failures,
  lastFailure: row.last_failure,
  parkedUntil: row.parked_until?.getTime() ?? null,
});

const keyOf = (row: OwnedLaneRow): DeliveryLaneKey => ({
  companyId: row.company_id,
  webhookId: row.endpoint_id,
});

const isCurrent = (lane: DeliveryLane | undefined, row: OwnedLaneRow): boolean =>
  lane?.webhook.version === row.version && lane.webhook.timezone === row.timezone;

/** A person who resumes a webhook or gives it another address wants a retry now. */
const healthAfterChange = (lane: DeliveryLane, row: LaneRow): LaneHealth => {
  const isResumed = row.state === 'active' && row.consecutive_failures === 0 && row.parked_until === null;
  return isResumed || row.url !== lane.webhook.url
    ? { ...toHealth(row), firstFailureAt: null, consecutiveFailures: 0, parkedUntil: null }
    : lane.health;
};

/** Brings webhooks that are new or were changed into their lanes. */
const loadChanged = async (
  { pool, secrets, log, makeLane }: DeliveryLaneKeeperOptions,
  map: LaneMap,
  lease: LaneLease,
  changed: readonly OwnedLaneRow[],
): Promise<void> => {
  for (const row of await loadLanes(pool, changed.map(keyOf))) {
    const lane = map.lanes.get(row.id);
    try {
      const webhook = openWebhook(secrets, row);
      if (lane) {
        lane.change(webhook, healthAfterChange(lane, row));
        continue;
      }
      const made = makeLane(webhook, toHealth(row), lease, row.checked_to);
      map.add(made);
      made.pump();
    } catch (error) {
      log.error({ err: error, webhook_id: row.id }, 'the secret of a webhook cannot be opened');
    }
  }
};

const clearDeleted = async (pool: pg.Pool, map: LaneMap, deleted: readonly OwnedLaneRow[]): Promise<void> => {
  for (const row of deleted) {
    map.remove(row.endpoint_id);
    const hasMore = await skipDeleted(pool, keyOf(row), skippedRowsMax);
    if (!hasMore) await forgetWebhook(pool, keyOf(row));
  }
};

/** Chooses the lanes to release: idle ones first, then those about to be idle. */
const chooseSurplus = (lanes: readonly DeliveryLane[], fair: number): DeliveryLane[] => {
  const wait = (lane: DeliveryLane): number => Number(!lane.isIdle) * 2 - Number(lane.isLeaving());
  return lanes
    .filter((lane) => lane.mayLeave())
    .toSorted((one, other) => wait(one) - wait(other))
    .slice(0, Math.max(0, lanes.length - fair));
};

/** Claims or releases lanes until this process has its share. True: it may own others now. */
const shareOut = async (pool: pg.Pool, map: LaneMap, epoch: string, counts: LaneCounts): Promise<boolean> => {
  const fair = Math.ceil(counts.lanes / counts.processes);
  const { lanes } = map;
  const isShort = lanes.size < fair;
  if (isShort) await takeFreeLanes(pool, epoch, fair - lanes.size);
  const surplus = chooseSurplus([...lanes.values()], fair);
  const idle = surplus.filter((lane) => lane.isIdle);
  const keys = idle.map(({ webhook }) => ({ companyId: webhook.companyId, webhookId: webhook.id }));
  for (const { webhookId } of keys) map.remove(webhookId);
  if (keys.length > 0) await giveBackLanes(pool, epoch, keys);
  const leaving = new Set(surplus);
  for (const lane of lanes.values()) {
    if (leaving.has(lane)) lane.leave();
    else if (lane.isLeaving()) lane.stay();
  }
  return isShort || keys.length > 0;
};

/** Claims or releases its share, then answers the lanes of this process, and the counts of all lanes and processes. */
const readLanes = async (
  pool: pg.Pool,
  map: LaneMap,
  epoch: string,
): Promise<{ readonly owned: readonly OwnedLaneRow[]; readonly counts: LaneCounts }> => {
  const { owned, counts: read } = await listOwnedLanes(pool, epoch);
  const counts = { ...read, processes: Math.max(1, read.processes) };
  const isChanged = await shareOut(pool, map, epoch, counts);
  return { owned: isChanged ? (await listOwnedLanes(pool, epoch)).owned : owned, counts };
};

export const createDeliveryLaneKeeper = (options: DeliveryLaneKeeperOptions): DeliveryLaneKeeper => {
  const { pool, lease } = options;
  const map = createLaneMap();
  let recovering = new Set<string>();
  let epoch = '';
  let all: LaneCounts = { lanes: 0, processes: 1 };

  return {
    lanes: map.lanes,
    get recovering() {
      return recovering;
    },
    get hasPeers() {
      return all.processes > 1;
    },
    get hasLanesElsewhere() {
      return all.processes > 1 && all.lanes > map.lanes.size;
    },
    async keep() {
      const { current } = lease;
      if (!current?.isHeld()) {
        map.clear();
        return;
      }
      if (epoch !== current.epoch) {
        map.clear();
        epoch = current.epoch;
        await joinDelivering(pool, epoch);
      }
      const { owned, counts } = await readLanes(pool, map, epoch);
      all = counts;
      const ours = new Set(owned.map((row) => row.endpoint_id));
      for (const id of [...map.lanes.keys()]) if (!ours.has(id)) map.remove(id);
      const alive = owned.filter((row) => !row.is_deleted);
      recovering = new Set(alive.filter((row) => row.has_recovery).map((row) => row.endpoint_id));
      const changed = alive.filter((row) => !isCurrent(map.lanes.get(row.endpoint_id), row));
      if (changed.length > 0) await loadChanged(options, map, current, changed);
      await clearDeleted(
        pool,
        map,
        owned.filter((row) => row.is_deleted),
      );
    },
    lanesOf: (companyId) => map.lanesOf(companyId),
    hasLanes: (companyId) => map.hasLanes(companyId),
    markDisabled(webhook) {
      const lane = map.lanes.get(webhook.id);
      lane?.change({ ...webhook, state: 'disabled' }, lane.health);
    },
    closeAll: () => map.clear(),
  };
};
