// Adds up what the triggers have appended, so that the table of changes stays small however busy the gateway is.

import type pg from 'pg';
import { foldFrom } from '../platform/database/fold-changes.ts';
import { createFoldFloor, type FoldFloor } from '../platform/database/fold-floor.ts';
import { foldChanges, raiseCountFloor, removeEmptyCounts } from './queries.ts';

export { removeEmptyCounts };

/** Each row holds the changes of a statement. */
const rowsPerBite = 5_000;

export const foldCounts = async (pool: pg.Pool, floor: FoldFloor = createFoldFloor()): Promise<void> => {
  await foldFrom(floor, rowsPerBite, (rowsMax, from) => foldChanges(pool, rowsMax, from));
  const reached = floor.toWrite();
  if (reached !== null) await raiseCountFloor(pool, reached);
};
