// Callbacks name files before anything else is known of them: the files to fetch are recorded here.

import type pg from 'pg';
import type { ExpectedFile } from './expected-file.ts';
import { insertExpected } from './queries.ts';

/** Naming the same file again does no harm. */
export const expectFiles = (pool: pg.Pool, files: readonly ExpectedFile[], keptDays: number): Promise<void> =>
  insertExpected(pool, files, keptDays);
