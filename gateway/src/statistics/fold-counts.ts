// Adds up what the triggers have appended, so that the table of changes stays small however busy the gateway is.

import type pg from 'pg';
import { foldChanges } from './queries.ts';

const rowsPerBite = 20_000;

export const foldCounts = async (pool: pg.Pool): Promise<void> => {
  while ((await foldChanges(pool, rowsPerBite)) === rowsPerBite);
};
