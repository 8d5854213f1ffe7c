// Every lane that is opened asks for its messages that wait for another attempt, and each such query reads all messages that
// are due soon, of all lanes. After a restart hundreds of lanes are opened at once, so those that ask together share a query.

import type pg from 'pg';
import { createBatcher } from '../platform/database/batcher.ts';
import { firstUuid, recentFloor } from '../platform/database/look-floor.ts';
import type { LaneKey } from './lane-key.ts';
import { findRetrying, type RetryingRow } from './queries.ts';
import { memoryMax } from './supply.ts';
import { hasOlderRetrying } from './waiting/queries.ts';

export type FindRetrying = (lane: LaneKey) => Promise<readonly RetryingRow[]>;

const lanesMax = 1_000;

/** `writers`: for a search over all days, which is planned once for a connection. */
export const createRetryingFinder = (pool: pg.Pool, writers: pg.Pool): FindRetrying => {
  const batcher = createBatcher<LaneKey, readonly RetryingRow[]>({
    async flush(lanes) {
      const recent = recentFloor(Date.now());
      const floor = (await hasOlderRetrying(writers, recent)) ? firstUuid : recent;
      const byLane = Map.groupBy(await findRetrying(pool, lanes, memoryMax, floor), (row) => row.lane_id);
      return lanes.map(({ senderId }) => byLane.get(senderId) ?? []);
    },
    flushers: 1,
    itemsMax: lanesMax,
    bytesMax: Number.POSITIVE_INFINITY,
    bytesOf: () => 0,
    // No lane is to blame when the question fails: all of them ask again.
    isOutage: () => true,
  });
  return (lane) => batcher.add(lane);
};
