// Deliveries that a lane reads from the table, from which id on, and those handed to it bypassing the table. The backlog
// decides which may overtake which.

import type { Backlog, Reading } from '../../platform/backlog.ts';
import { firstUuidAt } from '../../platform/ids.ts';
import type { DeliveryQueue } from './lane-queue.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';

export interface DeliverySupply {
  /** Ids at or above this one are read when loading; see the loader. */
  floor: string;
  /** False: every delivery that waits in the table is in memory, or is being loaded. */
  readonly mayHaveMore: boolean;
  /** False when a delivery handed over has to come from the table, behind those there. */
  readonly isOpen: boolean;
  /** True when the last load has read every delivery that waits in the table. */
  readonly hasSeenAll: boolean;
  /** New deliveries may wait in the table, with an id at or above this one. */
  poke(from?: string): void;
  /** The table may hold anything: read it from the beginning. */
  doubt(): void;
  hand(delivery: LoadedDelivery): void;
  /** A load begins; every one ends in an offer. */
  beginLoad(): void;
  /**
   * Takes the loaded deliveries that memory does not have. `isAll`: no others wait in the table; `floor`: when the load began,
   * none waited below it. Answers deliveries handed over meanwhile that have to come from the table, behind those there.
   */
  offer(rows: readonly LoadedDelivery[], isAll: boolean, floor?: string): readonly LoadedDelivery[];
}

export const firstUuid = '00000000-0000-0000-0000-000000000000';

/**
 * An event can commit a little after a younger one. One that is older than this at the time of its commit is found by
 * the poll that reads everything.
 */
const lateMilliseconds = 60_000;

/** A read of the table begins here when everything written up to this time is known. */
export const floorAfter = (time: number): string => firstUuidAt(time - lateMilliseconds);

export const createDeliverySupply = (
  backlog: Backlog<LoadedDelivery>,
  queue: DeliveryQueue,
): DeliverySupply => {
  /** The lowest id written during a load, which the load may have missed. */
  let pokedFrom: string | null = null;
  let loading: Reading = 0;

  const supply: DeliverySupply = {
    floor: firstUuid,
    get mayHaveMore() {
      return backlog.mayHaveRows;
    },
    get isOpen() {
      return backlog.isFilling || !backlog.mayHaveRows;
    },
    get hasSeenAll() {
      return backlog.hasSeenAll;
    },
    // Ids carry the time of the system's clock, even if the deliveries use another one.
    poke(from = floorAfter(Date.now())) {
      if (backlog.isFilling) pokedFrom = pokedFrom === null || from < pokedFrom ? from : pokedFrom;
      else if (!backlog.mayHaveRows || from < supply.floor) supply.floor = from;
      backlog.doubt();
    },
    doubt: () => supply.poke(firstUuid),
    hand(delivery) {
      if (!backlog.isFilling) queue.addHanded(delivery);
      else if (queue.isNew(delivery.id)) backlog.follow(delivery.id, delivery);
    },
    beginLoad() {
      loading = backlog.beginFilling();
    },
    offer(rows, isAll, floor = supply.floor) {
      queue.addWaiting(loading, rows);
      supply.floor = pokedFrom !== null && pokedFrom < floor ? pokedFrom : floor;
      pokedFrom = null;
      const { following, evicted } = backlog.endFilling(isAll);
      for (const delivery of following) queue.addHanded(delivery);
      return evicted;
    },
  };
  return supply;
};
