// Counts requests that named a company and did not have its token. They belong to no company and are no rows of its Event
// Monitor, or a stranger could fill it; but its people must be able to see why their system gets no further. Gathered in
// memory and written every few seconds.

import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { minuteMilliseconds } from '../platform/time.ts';
import { addRefusedCredentials, type RefusedCount } from './queries.ts';

export interface RefusedCredentials {
  note(companyId: string, source: string, at: number): void;
}

const writeMilliseconds = 2_000;
/** More than this between two writes, and the rest is not counted. */
const companiesMax = 10_000;

export const createRefusedCredentials = (pool: pg.Pool, log: Log): RefusedCredentials => {
  let counts = new Map<string, RefusedCount>();

  const write = async (): Promise<void> => {
    const rows = [...counts.values()];
    counts = new Map();
    try {
      await addRefusedCredentials(pool, rows);
    } catch (error) {
      // No message depends on it.
      log.debug({ err: error }, 'refused credentials could not be counted');
    }
  };

  return {
    note(companyId, source, at) {
      const minute = Math.floor(at / minuteMilliseconds) * minuteMilliseconds;
      const key = `${companyId} ${minute}`;
      if (counts.size === 0) setTimeout(() => void write(), writeMilliseconds).unref();
      const before = counts.get(key);
      if (!before && counts.size >= companiesMax) return;
      counts.set(key, { companyId, minute, count: (before?.count ?? 0) + 1, lastAt: at, lastSource: source });
    },
  };
};
