// Triggers append changes to a table; folding adds them up into counts, a bounded number of rows at a time, the oldest first.

import type { FoldFloor } from './fold-floor.ts';

export interface Folded {
  readonly taken: number;
  /** The highest number that was taken; null when nothing was. */
  readonly highest: string | null;
}

/**
 * How a statement that folds begins: `taken` are the changes that it adds up. $1 is its lock, for only one process folds at a time
 * and the others have nothing to do meanwhile; $2 how many rows, $3 from which number on.
 */
export const takingChanges = (table: string, number: 'id' | 'number'): string => `
  page as materialized (
    select ${number} from ${table}
    where (select pg_try_advisory_xact_lock($1)) and ${number} >= $3
    order by ${number}
    limit $2
  ),
  taken as (
    delete from ${table} changes
    where changes.${number} = any (array(select ${number} from page))
    returning changes.*
  )`;

/** Folds until nothing is left from the floor on. */
export const foldFrom = async (
  floor: FoldFloor,
  rowsMax: number,
  fold: (rowsMax: number, from: string) => Promise<Folded>,
): Promise<void> => {
  let from = floor.current;
  for (;;) {
    const { taken, highest } = await fold(rowsMax, from);
    if (highest !== null) floor.saw(highest);
    if (taken < rowsMax) return;
    from = highest ?? from;
  }
};
