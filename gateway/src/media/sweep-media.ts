// Removes what is not needed any more: files whose time is over, files that were placed and never used, and the bytes
// of both. Every process sweeps; rows that one has locked are skipped by the others.

import type pg from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import {
  deleteExpired,
  deleteOldReferences,
  deleteRemovals,
  settleAbandoned,
  takeRemovals,
} from './queries.ts';
import type { MediaStore } from './store/media-store.ts';

const rowsPerStep = 500;
const removalsPerStep = 50;

/** Bytes whose row is gone. A crash in the middle leaves the removal, and the next sweep does it again. */
export const removeFiles = async (pool: pg.Pool, store: MediaStore): Promise<number> => {
  let removed = 0;
  for (;;) {
    const count = await inTransaction(pool, async (client) => {
      const removals = await takeRemovals(client, removalsPerStep);
      for (const { object_key: key, is_wanted: isWanted } of removals) if (!isWanted) await store.remove(key);
      const keys = removals.map(({ object_key: key }) => key);
      if (keys.length > 0) await deleteRemovals(client, keys);
      return keys.length;
    });
    removed += count;
    if (count < removalsPerStep) return removed;
  }
};

/** Answers how many files were removed from the store. */
export const sweepMedia = async (pool: pg.Pool, store: MediaStore): Promise<number> => {
  // Step by step: each is a short transaction.
  while ((await deleteExpired(pool, rowsPerStep)) === rowsPerStep);
  while ((await settleAbandoned(pool, rowsPerStep)) === rowsPerStep);
  await deleteOldReferences(pool);
  return await removeFiles(pool, store);
};
