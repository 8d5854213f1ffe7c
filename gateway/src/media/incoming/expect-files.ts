// Callbacks name files before anything else is known of them: the files to fetch are recorded here.

import type pg from 'pg';
import { type ExpectedFile, insertExpected } from './queries.ts';

export type { ExpectedFile };

/** Naming the same file again does no harm. */
export const expectFiles = (pool: pg.Pool, files: readonly ExpectedFile[], keptDays: number): Promise<void> =>
  insertExpected(pool, files, keptDays);
