// Forgets idempotency keys that have outlived their time, in small bites so that no long transaction holds back vacuum.

import type pg from 'pg';
import { sweepIdempotencyKeys } from './queries.ts';

const rowsPerBite = 5_000;

export const sweepKeys = async (pool: pg.Pool, keptHours: number): Promise<number> => {
  let swept = 0;
  for (;;) {
    const bite = await sweepIdempotencyKeys(pool, keptHours, rowsPerBite);
    swept += bite;
    if (bite < rowsPerBite) return swept;
  }
};
