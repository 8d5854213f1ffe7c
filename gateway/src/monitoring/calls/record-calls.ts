// Records requests for files that we made: uploads to a provider, and fetches from a provider or from an address that a
// caller gave. They are a log: when the database cannot store them, the work they were made for must not fail.

import type pg from 'pg';
import { hideQueryValues } from '../../platform/hide-values.ts';
import type { Log } from '../../platform/log.ts';
import { type NewCall, toCallRow } from './call-row.ts';
import { insertCalls } from './queries.ts';

export interface FileCall extends Omit<NewCall, 'kind'> {
  readonly outcome: 'sent' | 'retry' | 'rejected';
}

/** Never throws. */
export type RecordFileCalls = (calls: readonly FileCall[]) => Promise<void>;

export const createFileCallRecorder =
  (pool: pg.Pool, log: Log): RecordFileCalls =>
  async (calls) => {
    // Signed addresses carry their secret in the query.
    const rows = calls.map(({ exchange, ...call }) =>
      toCallRow({
        ...call,
        kind: 'media',
        exchange: { ...exchange, url: hideQueryValues(exchange.url) },
      }),
    );
    try {
      if (rows.length > 0) await insertCalls(pool, rows);
    } catch (error) {
      log.warn({ err: error, calls: rows.length }, 'requests for files could not be recorded');
    }
  };
