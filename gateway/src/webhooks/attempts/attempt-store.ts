// Writes attempts in batches, by group commit. A database that is away for a while loses none of them: they are kept in
// memory and written when it is back, and meanwhile the lanes start no new ones.

import type pg from 'pg';
import { createBatcher, patienceMilliseconds } from '../../platform/database/batcher.ts';
import { isDatabaseOutage } from '../../platform/database/database.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import type { CommitNews } from '../../platform/live/wakes.ts';
import type { Log } from '../../platform/log.ts';
import type { LaneHealth } from '../lanes/health.ts';
import type { AttemptRow } from './attempt-row.ts';
import { recordAttempts, type WebhookHealth } from './queries.ts';
import { createWrittenHealth } from './written-health.ts';

export interface AttemptStore {
  /** Resolves when it is written. `health` is asked at that moment. */
  record(row: AttemptRow, health: () => LaneHealth): Promise<void>;
  /**
   * Writes what it still has, once; attempts that the database does not accept then are delivered again after the next
   * start.
   */
  drain(): Promise<void>;
  /** True while so many results wait to be written that no new attempt should begin. */
  readonly isFull: boolean;
}

export interface AttemptStoreOptions {
  readonly writers: pg.Pool;
  readonly log: Log;
  /** Notified of every commit. */
  readonly live?: CommitNews | undefined;
  /** How many processes share the work. Left out: this one alone. */
  readonly processes?: (() => number) | undefined;
}

interface WaitingAttempt {
  readonly row: AttemptRow;
  readonly health: () => LaneHealth;
}

const rowsWaitingMax = 2_000;
const rowsPerBatchMax = 256;
const bytesPerBatchMax = 1_048_576;

/** One entry per webhook, for any number of its attempts in the batch. */
const healthOf = (items: readonly WaitingAttempt[]): Iterable<WebhookHealth> => {
  const byWebhook = new Map<string, WebhookHealth>();
  for (const { row, health } of items) {
    if (byWebhook.has(row.webhookId)) continue;
    byWebhook.set(row.webhookId, {
      companyId: row.companyId,
      webhookId: row.webhookId,
      health: health(),
    });
  }
  return byWebhook.values();
};

export const createAttemptStore = ({ writers, log, live, processes }: AttemptStoreOptions): AttemptStore => {
  const writtenHealth = createWrittenHealth();
  let isDraining = false;
  let unwritten = 0;

  const write = async (items: readonly WaitingAttempt[]): Promise<void> => {
    const rows = items.map((item) => item.row);
    await untilKnown(
      () => (isDraining ? 0 : Number.POSITIVE_INFINITY),
      async (isRepeated) => {
        const now = performance.now();
        const healths = writtenHealth.due(healthOf(items), now);
        await recordAttempts(writers, rows, healths, isRepeated);
        writtenHealth.written(healths, now);
      },
    );
  };

  const batcher = createBatcher<WaitingAttempt, undefined>({
    flush: async (items) => {
      await write(items);
      live?.committed(items, ({ row }) => row.companyId);
      return [];
    },
    // One flusher: two would lock the rows of the same webhooks in different orders.
    flushers: 1,
    itemsMax: rowsPerBatchMax,
    bytesMax: bytesPerBatchMax,
    bytesOf: ({ row }) => row.requestBody.length + (row.answerBody?.length ?? 0),
    isOutage: isDatabaseOutage,
    // Only the lane of this webhook waits for the result of an attempt, and it has other calls under way meanwhile.
    patienceOf: (_, stretch) => patienceMilliseconds * stretch,
    processes,
  });

  return {
    async record(row, health) {
      unwritten += 1;
      try {
        await batcher.add({ row, health });
      } catch (error) {
        log.error({ err: error, delivery_id: row.deliveryId }, 'an attempt could not be recorded');
        throw error;
      } finally {
        unwritten -= 1;
      }
    },
    drain() {
      isDraining = true;
      return batcher.drain();
    },
    get isFull() {
      return unwritten >= rowsWaitingMax;
    },
  };
};
