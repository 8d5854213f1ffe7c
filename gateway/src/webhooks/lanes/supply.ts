// What the table may hold of a lane beyond its memory. What was just written goes past the table only while all that waits
// there is known; what comes while the table is being looked at waits for what is found, and follows it.

import { firstUuidAt } from '../../platform/ids.ts';
import type { LaneQueue } from './lane-queue.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';

export interface Supply {
  /** Ids at or above this one are looked at when loading; see the loader. */
  floor: string;
  /** False: all that waits in the table is in memory as well. */
  readonly mayHaveMore: boolean;
  /** False when what is handed over has to come from the table, behind what is there. */
  readonly isOpen: boolean;
  /** Handed over during a load. */
  readonly late: number;
  /** Something new may wait in the table, with an id at or above this one. */
  poke(from?: string): void;
  /** Nothing is known of the table any more. */
  doubt(): void;
  hand(delivery: LoadedDelivery): void;
  /** A load begins; every one ends in an offer. */
  beginLoad(): void;
  /** Takes what was loaded and not there yet. `isAll`: nothing more waits in the table. */
  offer(rows: readonly LoadedDelivery[], isAll: boolean): void;
}

export const firstUuid = '00000000-0000-0000-0000-000000000000';

/**
 * An event can commit a little after a younger one. What is older than this at the time of its commit is found by the poll
 * that looks at everything.
 */
const lateMilliseconds = 60_000;

/** Where a look at the table begins when all is known that was there at this time. */
export const floorAfter = (time: number): string => firstUuidAt(time - lateMilliseconds);

export const createSupply = (queue: LaneQueue): Supply => {
  let mayHaveMore = true;
  let isLoading = false;
  let wasPokedDuringLoad = false;
  let late: LoadedDelivery[] = [];

  const supply: Supply = {
    floor: firstUuid,
    get mayHaveMore() {
      return mayHaveMore;
    },
    get isOpen() {
      return isLoading || !mayHaveMore;
    },
    get late() {
      return late.length;
    },
    // Ids carry the time of the system's clock, whatever clock the deliveries go by.
    poke(from = floorAfter(Date.now())) {
      if (!mayHaveMore || from < supply.floor) supply.floor = from;
      mayHaveMore = true;
      wasPokedDuringLoad = true;
    },
    doubt: () => supply.poke(firstUuid),
    hand(delivery) {
      if (isLoading) late.push(delivery);
      else queue.addHanded(delivery);
    },
    beginLoad() {
      queue.beginLoad();
      isLoading = true;
      wasPokedDuringLoad = false;
    },
    offer(rows, isAll) {
      isLoading = false;
      mayHaveMore = !isAll || wasPokedDuringLoad;
      queue.addWaiting(rows);
      // When more waits, they come behind it, from the table.
      if (!mayHaveMore) for (const delivery of late) queue.addHanded(delivery);
      late = [];
    },
  };
  return supply;
};
