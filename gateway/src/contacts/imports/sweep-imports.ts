// Forgets what imports leave behind: files at once when they are over or were never started for a day, the rest after a
// month.

import type pg from 'pg';
import { firstUuidAt } from '../../platform/ids.ts';
import { sweepImports as sweep } from './queries.ts';

const dayMilliseconds = 86_400_000;
const keptDays = 30;

export const sweepImports = async (pool: pg.Pool, now: number = Date.now()): Promise<void> => {
  await sweep(pool, firstUuidAt(now - dayMilliseconds), firstUuidAt(now - keptDays * dayMilliseconds));
};
