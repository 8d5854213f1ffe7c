// The durable door of the gateway: when `store` answers `stored`, the message is committed and no crash can lose it.
// Batches are written by group commit; a lost reply is settled by writing the same ids again, never by guessing.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createBatcher } from '../platform/batcher.ts';
import { isDatabaseOutage } from '../platform/database.ts';
import {
  deleteIdempotencyKey,
  findIdempotencyKeys,
  type IdempotencyKeyRow,
  type NewMessage,
  storeMessages,
} from './queries.ts';

export type StoreOutcome =
  | { readonly kind: 'stored' }
  /** The key was used before for the same message: this was its answer. */
  | {
      readonly kind: 'replayed';
      readonly status: number;
      readonly answer: string;
      readonly messageId: string;
    }
  | { readonly kind: 'key_reused' };

export interface MessageStore {
  store(message: NewMessage): Promise<StoreOutcome>;
  drain(): Promise<void>;
  readonly waiting: number;
}

export interface MessageStoreOptions {
  readonly writers: pg.Pool;
  readonly flushers: number;
  readonly idempotencyHours: number;
  readonly onFlush: (rows: number) => void;
}

/** How long a message whose fate is unknown is tried again before its caller is told to repeat the request. */
const settleMilliseconds = 5_000;
const settlePauseMilliseconds = 100;

const rowsPerBatchMax = 256;
const bytesPerBatchMax = 1_048_576;

interface WaitingMessage {
  readonly message: NewMessage;
  readonly giveUpAt: number;
}

const stored: StoreOutcome = { kind: 'stored' };

const keyOf = (companyId: string, key: string): string => `${companyId} ${key}`;

const judge = (message: NewMessage, earlier: IdempotencyKeyRow): StoreOutcome => {
  // Our own row: an earlier try of this very batch had committed although its reply was lost.
  if (earlier.message_id === message.id) return stored;
  if (!message.fingerprint?.equals(earlier.fingerprint)) return { kind: 'key_reused' };
  return {
    kind: 'replayed',
    status: earlier.status,
    answer: earlier.answer,
    messageId: earlier.message_id,
  };
};

export const createMessageStore = (options: MessageStoreOptions): MessageStore => {
  const { writers, idempotencyHours } = options;

  /**
   * Does the work and, while the database is away, does it again. That is safe at any moment: every row has its id
   * already, a row that is there stays as it is, and PostgreSQL makes the second write wait for a first one that is
   * still running.
   */
  const untilKnown = async <Result>(giveUpAt: number, work: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isDatabaseOutage(error) || performance.now() > giveUpAt) throw error;
        await sleep(settlePauseMilliseconds);
      }
    }
  };

  const settleKeptOut = async (
    messages: readonly NewMessage[],
    giveUpAt: number,
  ): Promise<Map<string, StoreOutcome>> => {
    const keys = messages.map((message) => ({
      companyId: message.companyId,
      key: message.request.idempotencyKey ?? '',
    }));
    const rows = await untilKnown(giveUpAt, () => findIdempotencyKeys(writers, keys, idempotencyHours));
    const earlierByKey = new Map(rows.map((row) => [keyOf(row.company_id, row.key), row]));
    const outcomes = new Map<string, StoreOutcome>();
    for (const message of messages) {
      const earlier = earlierByKey.get(keyOf(message.companyId, message.request.idempotencyKey ?? ''));
      if (earlier && !earlier.is_expired) {
        outcomes.set(message.id, judge(message, earlier));
        continue;
      }
      // The key has outlived its time, or was swept between the two statements: it is free now.
      if (earlier) await untilKnown(giveUpAt, () => deleteIdempotencyKey(writers, earlier));
      const outcome = (await writeBatch([message], giveUpAt))[0];
      if (outcome) outcomes.set(message.id, outcome);
    }
    return outcomes;
  };

  const writeBatch = async (batch: readonly NewMessage[], giveUpAt: number): Promise<StoreOutcome[]> => {
    const keptOut = await untilKnown(giveUpAt, () => storeMessages(writers, batch));
    if (keptOut.size === 0) return batch.map(() => stored);
    const outcomes = await settleKeptOut(
      batch.filter((message) => keptOut.has(message.id)),
      giveUpAt,
    );
    return batch.map((message) => outcomes.get(message.id) ?? stored);
  };

  const batcher = createBatcher<WaitingMessage, StoreOutcome>({
    // The first has waited longest. Who waited behind a batch that failed does not wait as long again.
    flush: (items) =>
      writeBatch(
        items.map((item) => item.message),
        items[0]?.giveUpAt ?? 0,
      ),
    flushers: options.flushers,
    itemsMax: rowsPerBatchMax,
    bytesMax: bytesPerBatchMax,
    bytesOf: ({ message }) => message.body.length + (message.request.body?.length ?? 0),
    isOutage: isDatabaseOutage,
    onFlush: options.onFlush,
  });

  return {
    store: (message) => batcher.add({ message, giveUpAt: performance.now() + settleMilliseconds }),
    drain: () => batcher.drain(),
    get waiting() {
      return batcher.waiting;
    },
  };
};
