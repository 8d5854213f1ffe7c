// Reads what waits in lanes without opening the partitions of every day: each lane has a floor, below which nothing waits in
// it. It is found when the lane is opened, for all lanes that are opened in one moment together. Later an old message may
// begin to wait (one that was scheduled weeks ahead, or that a person retries), and then its lane is poked and read. So lanes
// that were read are searched below their floor a few seconds later, again all together: nothing old is forgotten.

import type pg from 'pg';
import { createBatcher } from '../../platform/database/batcher.ts';
import { recentFloor } from '../../platform/database/look-floor.ts';
import type { LaneKey } from '../lane-key.ts';
import { findWaiting, type WaitingLimits, type WaitingRow } from '../queries.ts';
import { findOldestWaiting } from './queries.ts';

/** Reads one lane, as long as it is open. */
export type ReadWaiting = (
  limits: WaitingLimits,
  crowded: readonly string[],
  withWindows: boolean,
) => Promise<readonly WaitingRow[]>;

export interface WaitingFinder {
  /** The lane was just opened: nothing is known of it. */
  open(lane: LaneKey): ReadWaiting;
  /** This message may wait in its lane from now on. Called before the lane is poked. */
  expect(senderId: string, messageId: string): void;
  /** Searches the lanes that were read below their floors. */
  lookBelow(): Promise<void>;
}

export interface WaitingFinderOptions {
  /** For the reads of single lanes. */
  readonly pool: pg.Pool;
  /** For searches over all days: they are planned once for a connection. */
  readonly writers: pg.Pool;
  /** Something waits below the floor that this lane was read with. */
  readonly onOlder: (lane: LaneKey) => void;
  readonly now?: () => number;
}

interface OpenLane {
  readonly key: LaneKey;
  /** Null until it was looked for. */
  floor: string | null;
}

const lanesMax = 1_000;

export const createWaitingFinder = ({
  pool,
  writers,
  onOlder,
  now = Date.now,
}: WaitingFinderOptions): WaitingFinder => {
  const open = new Map<string, OpenLane>();
  /** Read since they were last searched below their floors. */
  let read = new Set<OpenLane>();

  const firstFloors = createBatcher<LaneKey, string>({
    async flush(lanes) {
      const recent = recentFloor(now());
      const oldest = await findOldestWaiting(writers, lanes, recent);
      return lanes.map(({ senderId }) => oldest.get(senderId) ?? recent);
    },
    flushers: 1,
    itemsMax: lanesMax,
    bytesMax: Number.POSITIVE_INFINITY,
    bytesOf: () => 0,
    // No lane is to blame when the question fails: all of them ask again.
    isOutage: () => true,
  });

  const floorOf = async (lane: OpenLane): Promise<string> => {
    lane.floor ??= await firstFloors.add(lane.key);
    return lane.floor;
  };

  const search = async (lanes: readonly OpenLane[]): Promise<void> => {
    const recent = recentFloor(now());
    const keys = lanes.map(({ key }) => key);
    const before = lanes.map(({ floor }) => floor);
    const oldest = await findOldestWaiting(writers, keys, recent);
    for (const [index, lane] of lanes.entries()) {
      // A message that was announced meanwhile may have been committed too late for the search: its floor stays.
      if (lane.floor !== before[index]) continue;
      const found = oldest.get(lane.key.senderId);
      const isNews = found !== undefined && lane.floor !== null && found < lane.floor;
      lane.floor = found ?? recent;
      if (isNews) onOlder(lane.key);
    }
  };

  return {
    open(key) {
      const lane: OpenLane = { key, floor: null };
      open.set(key.senderId, lane);
      return async (limits, crowded, withWindows) => {
        const floor = await floorOf(lane);
        read.add(lane);
        return await findWaiting(pool, key, limits, crowded, { withWindows, floor });
      };
    },
    expect(senderId, messageId) {
      const lane = open.get(senderId);
      // One whose floor is not known yet is looked at below it after its first read.
      if (lane && lane.floor !== null && messageId < lane.floor) lane.floor = messageId;
    },
    async lookBelow() {
      const lanes = [...read];
      read = new Set();
      try {
        while (lanes.length > 0) {
          await search(lanes.slice(-lanesMax));
          lanes.splice(-lanesMax);
        }
      } finally {
        // After a failure they are searched in the next round.
        for (const lane of lanes) read.add(lane);
      }
    },
  };
};
