// Adds up what the triggers on the ledger have appended.

import type pg from 'pg';
import { foldFrom } from '../../platform/database/fold-changes.ts';
import { createFoldFloor, type FoldFloor } from '../../platform/database/fold-floor.ts';
import { foldChanges } from './queries.ts';

const rowsPerBite = 20_000;

export const foldCampaignCounts = (pool: pg.Pool, floor: FoldFloor = createFoldFloor()): Promise<void> =>
  foldFrom(floor, rowsPerBite, (rowsMax, from) => foldChanges(pool, rowsMax, from));
