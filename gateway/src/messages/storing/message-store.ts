// The durable door of the gateway: when `store` answers `stored`, the message is committed and no crash can lose it.
// Batches are written by group commit; a lost reply is settled by writing the same ids again, never by guessing.

import type pg from 'pg';
import { type Batcher, createBatcher } from '../../platform/database/batcher.ts';
import { isDatabaseOutage } from '../../platform/database/database.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import type { CommitNews } from '../../platform/live/wakes.ts';
import {
  deleteIdempotencyKey,
  findIdempotencyKeys,
  type IdempotencyKeyRow,
  type NewRequest,
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
  | { readonly kind: 'key_reused' }
  /** Nothing is stored: these of its messages are to people who have opted out. */
  | { readonly kind: 'opted_out'; readonly messageIds: ReadonlySet<string> };

export interface MessageStore {
  store(request: NewRequest): Promise<StoreOutcome>;
  drain(): Promise<void>;
  readonly waiting: number;
}

export interface MessageStoreOptions {
  readonly writers: pg.Pool;
  readonly flushers: number;
  readonly idempotencyHours: number;
  readonly onFlush: (rows: number) => void;
  /** Hears of every commit. */
  readonly live?: CommitNews;
}

/** How long a message whose fate is unknown is tried again before its caller is told to repeat the request. */
const settleMilliseconds = 5_000;

const rowsPerBatchMax = 256;
const bytesPerBatchMax = 1_048_576;
/** A request with so many messages is written by itself. */
const largeRequest = 50;

interface WaitingRequest {
  readonly asked: NewRequest;
  readonly giveUpAt: number;
}

const stored: StoreOutcome = { kind: 'stored' };

const keyOf = (companyId: string, key: string): string => `${companyId} ${key}`;

const keyedBy = (asked: NewRequest): string => asked.messages[0].id;

const none: ReadonlySet<string> = new Set();

/** What of a request was kept out because its people have opted out. */
const optedOutOf = (asked: NewRequest, optedOut: ReadonlySet<string>): ReadonlySet<string> =>
  optedOut.size === 0 ? none : new Set(asked.messages.map(({ id }) => id).filter((id) => optedOut.has(id)));

const judge = (asked: NewRequest, earlier: IdempotencyKeyRow): StoreOutcome => {
  // Our own row: an earlier try of this very batch had committed although its reply was lost.
  if (earlier.message_id === keyedBy(asked)) return stored;
  if (!asked.fingerprint?.equals(earlier.fingerprint)) return { kind: 'key_reused' };
  return {
    kind: 'replayed',
    status: earlier.status,
    answer: earlier.answer,
    messageId: earlier.message_id,
  };
};

/** A request that was accepted before its person opted out, and is repeated now, has its first answer still. */
const judgeOptedOut = (
  asked: NewRequest,
  optedOut: ReadonlySet<string>,
  earlier: IdempotencyKeyRow | null,
): StoreOutcome | null => {
  const messageIds = optedOutOf(asked, optedOut);
  if (messageIds.size === 0) return null;
  return earlier && !earlier.is_expired ? judge(asked, earlier) : { kind: 'opted_out', messageIds };
};

/** What was answered before to requests with the same keys. */
const createEarlierFinder =
  (writers: pg.Pool, idempotencyHours: number) =>
  async (
    requests: readonly NewRequest[],
    giveUpAt: number,
  ): Promise<(asked: NewRequest) => IdempotencyKeyRow | null> => {
    const keys = requests.flatMap(({ request: { companyId, idempotencyKey: key }, fingerprint }) =>
      fingerprint === null || key === null ? [] : [{ companyId, key }],
    );
    if (keys.length === 0) return () => null;
    const rows = await untilKnown(giveUpAt, () => findIdempotencyKeys(writers, keys, idempotencyHours));
    const byKey = new Map(rows.map((row) => [keyOf(row.company_id, row.key), row]));
    return ({ request, fingerprint }) =>
      (fingerprint && byKey.get(keyOf(request.companyId, request.idempotencyKey ?? ''))) ?? null;
  };

export const createMessageStore = (options: MessageStoreOptions): MessageStore => {
  const { writers, idempotencyHours } = options;

  const findEarlier = createEarlierFinder(writers, idempotencyHours);

  const settleKeptOut = async (
    keptOut: readonly NewRequest[],
    giveUpAt: number,
  ): Promise<Map<string, StoreOutcome>> => {
    const earlierOf = await findEarlier(keptOut, giveUpAt);
    const outcomes = new Map<string, StoreOutcome>();
    for (const asked of keptOut) {
      const earlier = earlierOf(asked);
      if (earlier && !earlier.is_expired) {
        outcomes.set(keyedBy(asked), judge(asked, earlier));
        continue;
      }
      // The key has outlived its time, or was swept between the two statements: it is free now.
      if (earlier) await untilKnown(giveUpAt, () => deleteIdempotencyKey(writers, earlier));
      const outcome = (await writeBatch([asked], giveUpAt))[0];
      if (outcome) outcomes.set(keyedBy(asked), outcome);
    }
    return outcomes;
  };

  /**
   * While the database is away the batch is written again. That is safe at any moment: every row has its id already, a
   * row that is there stays as it is, and PostgreSQL makes the second write wait for a first one that is still running.
   */
  const writeBatch = async (batch: readonly NewRequest[], giveUpAt: number): Promise<StoreOutcome[]> => {
    const keptOut = await untilKnown(giveUpAt, (isRepeated) => storeMessages(writers, batch, isRepeated));
    const { keyed, optedOut } = keptOut;
    if (keyed.size === 0 && optedOut.size === 0) return batch.map(() => stored);
    const outcomes = await settleKeptOut(
      batch.filter((asked) => keyed.has(keyedBy(asked))),
      giveUpAt,
    );
    const earlierOf = await findEarlier(
      batch.filter((asked) => optedOutOf(asked, optedOut).size > 0),
      giveUpAt,
    );
    return batch.map(
      (asked) => judgeOptedOut(asked, optedOut, earlierOf(asked)) ?? outcomes.get(keyedBy(asked)) ?? stored,
    );
  };

  const openBatcher = (flushers: number, itemsMax: number): Batcher<WaitingRequest, StoreOutcome> =>
    createBatcher<WaitingRequest, StoreOutcome>({
      // The first has waited longest. Who waited behind a batch that failed does not wait as long again.
      flush: async (items) => {
        const outcomes = await writeBatch(
          items.map((item) => item.asked),
          items[0]?.giveUpAt ?? 0,
        );
        options.live?.committed(items, ({ asked }) => asked.request.companyId);
        return outcomes;
      },
      flushers,
      itemsMax,
      bytesMax: bytesPerBatchMax,
      bytesOf: ({ asked }) =>
        (asked.request.body?.length ?? 0) + asked.messages.reduce((sum, { body }) => sum + body.length, 0),
      isOutage: isDatabaseOutage,
      onFlush: options.onFlush,
    });
  const usual = openBatcher(options.flushers, rowsPerBatchMax);
  // A request with a thousand messages takes as long as a hundred commits: nobody's single message waits behind it.
  const large = openBatcher(1, 1);

  return {
    store: (asked) =>
      (asked.messages.length < largeRequest ? usual : large).add({
        asked,
        giveUpAt: performance.now() + settleMilliseconds,
      }),
    async drain() {
      await Promise.all([usual.drain(), large.drain()]);
    },
    get waiting() {
      return usual.waiting + large.waiting;
    },
  };
};
