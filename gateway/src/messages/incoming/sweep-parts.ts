// Forgets by which digest notices and messages without a time were told, once no provider repeats them any more.

import type pg from 'pg';
import { deleteCallbackParts } from './queries.ts';

/** A provider repeats a callback for seven days; a day more, for its clock and ours. */
const keptDays = 8;
const rowsPerBite = 5_000;

export const sweepCallbackParts = async (pool: pg.Pool): Promise<number> => {
  let swept = 0;
  for (;;) {
    const bite = await deleteCallbackParts(pool, keptDays, rowsPerBite);
    swept += bite;
    if (bite < rowsPerBite) return swept;
  }
};
