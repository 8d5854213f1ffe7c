// Callbacks that take longer than a provider should wait are kept as they came, by group commit, and worked off after
// their answer: by the process that took them, or by any other when that one is gone. What a callback says is stored before
// its row is deleted, and storing it twice changes nothing, so a crash at any moment loses and doubles nothing.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createBatcher, patienceMilliseconds } from '../../platform/database/batcher.ts';
import { isDatabaseOutage } from '../../platform/database/database.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import type { Log } from '../../platform/log.ts';
import { type Loop, startLoop } from '../../platform/loop.ts';
import {
  type CallbackKey,
  deleteStored,
  type HeldCallback,
  holdStored,
  insertStored,
  releaseStored,
  type StoredCallbackRow,
} from './queries.ts';

/** Stores all that a callback says. Resolves when it is committed; rejects when it should be retried. */
export type StoreOpened = () => Promise<void>;

export interface CallbackStoreOptions {
  readonly pool: pg.Pool;
  readonly writers: pg.Pool;
  readonly log: Log;
  /** Reads a kept callback. Rejects when it should be retried. */
  readonly open: (held: HeldCallback) => Promise<StoreOpened>;
  /** Callbacks wait for their answer right now. */
  readonly isAnswering: () => boolean;
}

export interface CallbackStore {
  /** Resolves when it is committed. */
  keep(row: StoredCallbackRow): Promise<void>;
  /** All that it says is stored. */
  done(key: CallbackKey): void;
  /** The process that holds it could not finish it: it is retried later. */
  failed(key: CallbackKey, error: unknown): void;
  /** There is a stored callback that no process holds. */
  wake(): void;
  start(): void;
  /** Resolves when nothing is being worked off or deleted any more. */
  stop(): Promise<void>;
}

/** Longer than working one off takes; after this time the process that holds it counts as gone. */
export const heldSeconds = 20;
/**
 * A provider that reports one status per callback makes thousands wait when a company is behind: in rounds of 16 they were
 * worked off at 200 a second, with four commits for a message. Large ones are bounded by their bytes.
 */
const rowsMax = 256;
const bytesMax = 8 * 1_048_576;
const pollMilliseconds = 2_000;
const settleMilliseconds = 5_000;
const pauseSecondsMax = 600;
/**
 * Callbacks are opened in slices, and while others wait for their answer there is a pause after each slice: 256 callbacks of
 * 20 parts at once blocked the event loop for hundreds of milliseconds.
 */
const sliceMilliseconds = 5;
const giveWayMilliseconds = 20;

/** 1 s, 2 s, 4 s, ... up to ten minutes: a callback that was answered is never given up. */
const pauseSeconds = (tries: number): number => Math.min(2 ** (tries - 1), pauseSecondsMax);

/** Group commits of callbacks that are kept, and of those that are done. */
const createWriters = (writers: pg.Pool) => {
  const limits = { flushers: 1, isOutage: isDatabaseOutage } as const;
  const keeping = createBatcher<StoredCallbackRow, undefined>({
    flush: async (rows) => {
      await untilKnown(performance.now() + settleMilliseconds, () => insertStored(writers, rows));
      return [];
    },
    itemsMax: 128,
    bytesMax: 4 * 1_048_576,
    bytesOf: ({ sealed }) => sealed.length,
    // The answer may take a little longer; callbacks of a moment share a commit.
    patienceOf: () => patienceMilliseconds,
    ...limits,
  });
  const deleting = createBatcher<CallbackKey, undefined>({
    flush: async (keys) => {
      await deleteStored(writers, keys);
      return [];
    },
    itemsMax: 256,
    bytesMax: 1_048_576,
    bytesOf: () => 32,
    patienceOf: () => patienceMilliseconds,
    ...limits,
  });
  return { keeping, deleting };
};

export const createCallbackStore = (options: CallbackStoreOptions): CallbackStore => {
  const { pool, writers, log, open, isAnswering } = options;
  const { keeping, deleting } = createWriters(writers);

  /** A row that could not be deleted is processed again when its lease is over, which changes nothing. */
  const remove = (key: CallbackKey): Promise<void> =>
    deleting
      .add(key)
      .catch((error: unknown) => log.warn({ err: error }, 'a processed callback could not be removed'));

  const release = async (key: CallbackKey, tries: number, error: unknown): Promise<void> => {
    log.warn({ err: error, callback: key.id, tries }, 'a kept callback could not be worked off yet');
    await releaseStored(pool, key, pauseSeconds(tries)).catch(() => undefined);
  };

  /** Resolves when it has been opened; `ended` when it is stored and removed, or released. */
  const begin = async (held: HeldCallback): Promise<{ readonly ended: Promise<void> }> => {
    const key = { companyId: held.company_id, id: held.id };
    const giveUp = (error: unknown): Promise<void> => release(key, held.tries, error);
    try {
      const store = await open(held);
      return { ended: store().then(() => remove(key), giveUp) };
    } catch (error) {
      return { ended: giveUp(error) };
    }
  };

  let hadWork = false;
  const round = async (): Promise<void> => {
    hadWork = false;
    const batch = await holdStored(pool, { rowsMax, bytesMax, heldSeconds });
    const ended: Promise<void>[] = [];
    let sliceEndsAt = performance.now() + sliceMilliseconds;
    for (const held of batch) {
      ended.push((await begin(held)).ended);
      if (performance.now() < sliceEndsAt) continue;
      await (isAnswering() ? sleep(giveWayMilliseconds) : nextTurn());
      sliceEndsAt = performance.now() + sliceMilliseconds;
    }
    await Promise.all(ended);
    hadWork = batch.length > 0;
  };
  let loop: Loop | null = null;

  return {
    keep: (row) => keeping.add(row),
    done: (key) => void remove(key),
    failed: (key, error) => void release(key, 1, error),
    wake: () => loop?.wake(),
    start() {
      loop = startLoop('kept callbacks', () => (hadWork ? 0 : pollMilliseconds), log, round);
      loop.wake();
    },
    async stop() {
      await loop?.stop();
      await keeping.drain();
      await deleting.drain();
    },
  };
};
