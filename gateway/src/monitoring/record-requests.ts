// Writes the requests that made no message: reads and refusals. They are written right behind the answer, in batches. A
// database that is away for a while loses none of them, up to a bound; past it the newest are counted and dropped.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createBatcher } from '../platform/database/batcher.ts';
import { isDatabaseOutage } from '../platform/database/database.ts';
import type { CommitNews } from '../platform/live/wakes.ts';
import type { Log } from '../platform/log.ts';
import { findRequest, insertRequests, type RequestDetailRow } from './queries.ts';
import type { RequestRow } from './request-row.ts';

export interface RequestRecorder {
  record(row: RequestRow): void;
  /** Resolves when all that were recorded so far are written. */
  written(): Promise<void>;
  drain(): Promise<void>;
  readonly waiting: number;
}

export interface RecorderOptions {
  readonly writers: pg.Pool;
  readonly log: Log;
  readonly onDropped: () => void;
  /** Notified of every commit. */
  readonly live?: CommitNews;
}

const rowsWaitingMax = 20_000;
const retryMilliseconds = 500;
/** How long a search for a request waits until its row is written. */
const writtenMilliseconds = 2_000;

export const createRequestRecorder = (options: RecorderOptions): RequestRecorder => {
  let isDraining = false;
  let newest = Promise.resolve();

  const write = async (rows: readonly RequestRow[]): Promise<void> => {
    for (;;) {
      try {
        return await insertRequests(options.writers, rows);
      } catch (error) {
        if (!isDatabaseOutage(error) || isDraining) throw error;
        await sleep(retryMilliseconds);
      }
    }
  };

  const batcher = createBatcher<RequestRow, undefined>({
    flush: async (rows) => {
      await write(rows);
      options.live?.committed(rows, (row) => row.companyId);
      return [];
    },
    // One, so that they are written in their order.
    flushers: 1,
    itemsMax: 500,
    bytesMax: 1_048_576,
    bytesOf: (row) => (row.body?.length ?? 0) + (row.answer?.length ?? 0),
    isOutage: isDatabaseOutage,
  });

  return {
    record(row) {
      if (batcher.waiting >= rowsWaitingMax) {
        options.onDropped();
        return;
      }
      newest = batcher.add(row).catch((error: unknown) => {
        options.onDropped();
        options.log.error({ err: error, request_id: row.id }, 'a request could not be recorded');
      });
    },
    written: () => newest,
    drain() {
      isDraining = true;
      return batcher.drain();
    },
    get waiting() {
      return batcher.waiting;
    },
  };
};

export type FindRequest = (companyId: string, requestId: string) => Promise<RequestDetailRow | null>;

/** Finds also a request that was answered a moment ago and is still being written. */
export const createRequestFinder =
  (pool: pg.Pool, recorder: Pick<RequestRecorder, 'written'>): FindRequest =>
  async (companyId, requestId) => {
    const found = await findRequest(pool, companyId, requestId);
    if (found) return found;
    await Promise.race([recorder.written(), sleep(writtenMilliseconds, undefined, { ref: false })]);
    return await findRequest(pool, companyId, requestId);
  };
