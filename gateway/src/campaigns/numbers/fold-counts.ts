// Adds up what the triggers on the ledger have appended.

import type pg from 'pg';
import { createFoldFloor, type FoldFloor } from '../../platform/database/fold-floor.ts';
import { foldChanges } from './queries.ts';

const rowsPerBite = 20_000;

export const foldCampaignCounts = async (
  pool: pg.Pool,
  floor: FoldFloor = createFoldFloor(),
): Promise<void> => {
  let from = floor.current;
  for (;;) {
    const { taken, highest } = await foldChanges(pool, rowsPerBite, from);
    if (highest !== null) floor.saw(highest);
    if (taken < rowsPerBite) return;
    from = highest ?? from;
  }
};
