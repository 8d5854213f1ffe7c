// The upkeep of windows: emitting an event when one is about to close, for companies that asked for it, forgetting old
// ones, and forgetting a person who is erased.

import type pg from 'pg';
import {
  deleteOldWindows,
  deleteWindowsOf,
  emitClosing,
  findAskingCompanies,
  listCompanyIds,
  type OpenedWindow,
  openWindows,
} from './queries.ts';

const rowsPerStep = 500;
const keptDays = 30;

/** Opens windows by calls. Messages open theirs in the statement that stores them. */
export const openByCall = (pool: pg.Pool, calls: readonly OpenedWindow[]): Promise<void> =>
  openWindows(pool, calls);

/** Answers the companies with new events. */
export const emitClosingWindows = async (pool: pg.Pool, now = new Date()): Promise<string[]> => {
  const companyIds: string[] = [];
  for (const companyId of await findAskingCompanies(pool)) {
    let count = rowsPerStep;
    while (count === rowsPerStep) {
      count = await emitClosing(pool, companyId, now, rowsPerStep);
      if (count > 0) companyIds.push(companyId);
    }
  }
  return [...new Set(companyIds)];
};

export const forgetOldWindows = async (pool: pg.Pool): Promise<number> => {
  let forgotten = 0;
  for (const companyId of await listCompanyIds(pool)) {
    let count = rowsPerStep;
    while (count === rowsPerStep) {
      count = await deleteOldWindows(pool, companyId, keptDays, rowsPerStep);
      forgotten += count;
    }
  }
  return forgotten;
};

export const eraseWindows = (
  pool: pg.Pool,
  { companyId, addresses }: { readonly companyId: string; readonly addresses: readonly string[] },
): Promise<void> => deleteWindowsOf(pool, companyId, addresses);
