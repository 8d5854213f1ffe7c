// Where a lane reads the table for what it does not have in memory, and what is handed to it bypassing the table. What
// may overtake what is decided by the backlog.

import type { Backlog, Reading } from '../../platform/backlog.ts';
import { firstUuidAt } from '../../platform/ids.ts';
import type { DeliveryQueue } from './lane-queue.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';

export interface DeliverySupply {
  /** Ids at or above this one are read when loading; see the loader. */
  floor: string;
  /** False: all that waits in the table is in memory as well, or is being loaded. */
  readonly mayHaveMore: boolean;
  /** False when what is handed over has to come from the table, behind what is there. */
  readonly isOpen: boolean;
  /** False until a load has shown all that waits in the table, and after one that has not. */
  readonly hasSeenAll: boolean;
  /** New deliveries may wait in the table, with an id at or above this one. */
  poke(from?: string): void;
  /** Nothing is known of the table any more. */
  doubt(): void;
  hand(delivery: LoadedDelivery): void;
  /** A load begins; every one ends in an offer. */
  beginLoad(): void;
  /**
   * Takes what was loaded and not there yet. `isAll`: nothing more waits in the table; `floor`: below it nothing waits that
   * was there when the load began. Answers what was handed over meanwhile and has to come from the table, behind what is there.
   */
  offer(rows: readonly LoadedDelivery[], isAll: boolean, floor?: string): readonly LoadedDelivery[];
}

export const firstUuid = '00000000-0000-0000-0000-000000000000';

/**
 * An event can commit a little after a younger one. One that is older than this at the time of its commit is found by
 * the poll that reads everything.
 */
const lateMilliseconds = 60_000;

/** Where a read of the table begins when all is known that was there at this time. */
export const floorAfter = (time: number): string => firstUuidAt(time - lateMilliseconds);

export const createDeliverySupply = (
  backlog: Backlog<LoadedDelivery>,
  queue: DeliveryQueue,
): DeliverySupply => {
  /** The lowest id of what was written during a load, which the load may have missed. */
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
