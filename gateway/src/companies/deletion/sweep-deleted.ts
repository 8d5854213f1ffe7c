// Removes the rows of deleted companies, in short steps, however many they are. A process that dies in the middle leaves
// the mark, and the next round of any process goes on. The company's own row goes last, when a whole pass has found
// nothing and no process can still be writing for it.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from '../../platform/error-code.ts';
import {
  addDeletedRows,
  type DeletingRow,
  deleteSomeRows,
  finishDeletion,
  listDeleting,
  listTenantTables,
  releaseSweepLock,
  type TenantTable,
  trySweepLock,
} from './queries.ts';

export interface SweepOptions {
  readonly rowsPerStep?: number;
  /** Other processes remember senders for a minute, and write what they have under way a little later. */
  readonly quietSeconds?: number;
  readonly onFinished?: (companyId: string) => void;
}

const rowsPerStepDefault = 5_000;
const quietSecondsDefault = 120;
const companiesPerRound = 20;
/** Steps per round and company, so that a huge company does not keep the others waiting. */
const stepsMax = 200;
/** Between two steps: messages of others come first. */
const breathMilliseconds = 20;

/** Another table still refers to the row; it goes when that is empty. */
const isStillReferredTo = (error: unknown): boolean => errorCode(error) === '23503';

interface Pass {
  readonly removed: number;
  /** Nothing was found, in no table. */
  readonly isClean: boolean;
}

const emptyTable = async (
  pool: pg.Pool,
  table: TenantTable,
  companyId: string,
  rowsPerStep: number,
  steps: number,
): Promise<Pass & { readonly steps: number }> => {
  let [removed, step] = [0, 0];
  while (step < steps) {
    step += 1;
    try {
      const count = await deleteSomeRows(pool, table, companyId, rowsPerStep);
      removed += count;
      if (count < rowsPerStep) return { removed, isClean: removed === 0, steps: step };
    } catch (error) {
      if (!isStillReferredTo(error)) throw error;
      return { removed, isClean: false, steps: step };
    }
    await sleep(breathMilliseconds);
  }
  return { removed, isClean: false, steps: step };
};

const passOver = async (
  pool: pg.Pool,
  tables: readonly TenantTable[],
  { id }: DeletingRow,
  rowsPerStep: number,
): Promise<Pass> => {
  let [removed, isClean, stepsLeft] = [0, true, stepsMax];
  for (const table of tables) {
    const done = await emptyTable(pool, table, id, rowsPerStep, stepsLeft);
    removed += done.removed;
    isClean &&= done.isClean;
    stepsLeft = Math.max(1, stepsLeft - done.steps);
  }
  return { removed, isClean };
};

/** One round. Processes take turns; one that finds another at work leaves it to it. */
export const sweepDeletedCompanies = async (pool: pg.Pool, options: SweepOptions = {}): Promise<void> => {
  const { rowsPerStep = rowsPerStepDefault, quietSeconds = quietSecondsDefault } = options;
  const found = await listDeleting(pool, quietSeconds, companiesPerRound);
  if (found.length === 0) return;
  const client = await pool.connect();
  // A connection that still held the lock would lock everybody out.
  let isHolding = true;
  try {
    isHolding = await trySweepLock(client);
    if (!isHolding) return;
    const tables = await listTenantTables(client);
    for (const company of found) {
      const { removed, isClean } = await passOver(pool, tables, company, rowsPerStep);
      if (removed > 0) await addDeletedRows(pool, company.id, removed);
      if (!isClean || !company.is_quiet) continue;
      await finishDeletion(pool, company.id);
      options.onFinished?.(company.id);
    }
    await releaseSweepLock(client);
    isHolding = false;
  } finally {
    client.release(isHolding);
  }
};
