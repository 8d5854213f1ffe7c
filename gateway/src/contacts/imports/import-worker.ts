// Runs imports one after the other, a few at a time in each process. Which process runs one does not matter: it is claimed
// under a lease, and when that process dies another one takes it over.

import type pg from 'pg';
import { firstUuidAt, newUuid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import { claimImport, sweepImports as sweep } from './queries.ts';
import { leaseSeconds, runImport } from './run-import.ts';

const keptDays = 30;

export const sweepImports = async (pool: pg.Pool, now: number = Date.now()): Promise<void> => {
  await sweep(pool, firstUuidAt(now - dayMilliseconds), firstUuidAt(now - keptDays * dayMilliseconds));
};

export interface ImportWorker {
  start(): void;
  /** Something may have to be done. */
  wake(): void;
  /** Stops after the current chunk; the rest is for another process. */
  stop(): Promise<void>;
}

const slots = 2;
const lookMilliseconds = 2_000;

export const createImportWorker = ({ pool, log }: { pool: pg.Pool; log: Log }): ImportWorker => {
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const runOne = async (): Promise<void> => {
    const workerId = newUuid();
    for (;;) {
      if (ending.signal.aborted) return;
      const job = await claimImport(pool, workerId, leaseSeconds);
      if (!job) return;
      await runImport({ pool, workerId, signal: ending.signal }, job);
    }
  };

  const look = (): void => {
    if (!isStarted || ending.signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(look, lookMilliseconds).unref();
    if (running.size >= slots) return;
    const run = runOne()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'an import was interrupted; it will continue later'),
      )
      .finally(() => running.delete(run));
    running.add(run);
  };

  return {
    start() {
      isStarted = true;
      look();
    },
    wake: look,
    async stop() {
      ending.abort();
      clearTimeout(timer);
      await Promise.all(running);
    },
  };
};
