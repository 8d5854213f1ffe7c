// Moves recoveries along: a page at a time, and only while nothing else is loaded for the webhook, so that new events are
// never held up by old ones. The process that owns the webhook's lane does it; its progress is in the database.

import type pg from 'pg';
import type { DeliveryLane } from '../lanes/lane.ts';
import { findRunningRecovery, putBackPage } from './queries.ts';

const rowsPerPage = 200;

/** Answers the lanes that have something to do now. */
export const runRecoveries = async (
  pool: pg.Pool,
  lanes: readonly DeliveryLane[],
  now: number,
): Promise<DeliveryLane[]> => {
  const moved: DeliveryLane[] = [];
  for (const lane of lanes) {
    if (!lane.isIdle || !lane.isReady) continue;
    const { companyId, id } = lane.webhook;
    const recovery = await findRunningRecovery(pool, companyId, id);
    if (recovery && (await putBackPage(pool, recovery, rowsPerPage, new Date(now))) > 0) moved.push(lane);
  }
  return moved;
};
