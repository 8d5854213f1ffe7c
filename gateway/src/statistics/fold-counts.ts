// Adds up what the triggers have appended, so that the table of changes stays small however busy the gateway is.

import type pg from 'pg';
import { createFoldFloor, type FoldFloor } from '../platform/database/fold-floor.ts';
import { foldChanges, raiseCountFloor, removeEmptyCounts } from './queries.ts';

export { removeEmptyCounts };

/** Each row holds the changes of a statement. */
const rowsPerBite = 5_000;

export const foldCounts = async (pool: pg.Pool, floor: FoldFloor = createFoldFloor()): Promise<void> => {
  let from = floor.current;
  for (;;) {
    const { taken, highest } = await foldChanges(pool, rowsPerBite, from);
    if (highest !== null) floor.saw(highest);
    if (taken < rowsPerBite) break;
    from = highest ?? from;
  }
  const reached = floor.toWrite();
  if (reached !== null) await raiseCountFloor(pool, reached);
};
