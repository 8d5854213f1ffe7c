// Fetches the files of incoming messages as soon as they are known: a provider's address of one lives for minutes, its id
// for days. Every process that calls providers looks; files that one has claimed are left alone by the others for a while.

import type { Log } from '../../platform/log.ts';
import { type Loop, startLoop } from '../../platform/loop.ts';
import { type FetchFileOptions, fetchFile } from './fetch-file.ts';
import { claimDue, type DueFile, postpone } from './queries.ts';

export interface FetchWorkerOptions extends FetchFileOptions {
  readonly log: Log;
}

export interface FetchWorker {
  /** New files are known: looks at once. */
  wake(): void;
  start(): Loop;
}

const filesAtOnce = 8;
/** A callback that names a file wakes the worker of its own process. The poll finds what other processes stored, and what is retried. */
const pollMilliseconds = 3_000;
/** Held for as long, and renewed while the fetch goes on. */
const leaseSeconds = 30;
const renewMilliseconds = 10_000;

export const createFetchWorker = (options: FetchWorkerOptions): FetchWorker => {
  const { pool, log } = options;
  const running = new Set<Promise<void>>();
  let loop: Loop | null = null;

  const run = async (file: DueFile): Promise<void> => {
    const key = { companyId: file.company_id, id: file.id };
    const renewal = setInterval(() => {
      postpone(pool, key, leaseSeconds, null).catch(() => undefined);
    }, renewMilliseconds);
    try {
      await fetchFile(options, file);
    } catch (error) {
      // Its lease ends by itself, and it is retried.
      log.warn({ err: error, media_id: file.id }, 'the file of an incoming message was not fetched');
    } finally {
      clearInterval(renewal);
    }
  };

  const claim = async (): Promise<void> => {
    const room = filesAtOnce - running.size;
    const due = room > 0 ? await claimDue(pool, leaseSeconds, room) : [];
    for (const file of due) {
      const work: Promise<void> = run(file).finally(() => {
        running.delete(work);
        loop?.wake();
      });
      running.add(work);
    }
  };

  return {
    wake: () => loop?.wake(),
    start() {
      const started = startLoop('files of incoming messages', pollMilliseconds, log, claim);
      loop = started;
      return {
        wake: started.wake,
        async stop() {
          await started.stop();
          await Promise.all(running);
        },
      };
    },
  };
};
