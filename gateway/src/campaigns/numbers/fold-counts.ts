// Adds up what the triggers on the ledger have appended.

import type pg from 'pg';
import { foldChanges } from './queries.ts';

const rowsPerBite = 20_000;

export const foldCampaignCounts = async (pool: pg.Pool): Promise<void> => {
  while ((await foldChanges(pool, rowsPerBite)) === rowsPerBite);
};
