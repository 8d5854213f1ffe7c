// Where messages become durable: when `store` answers `stored`, the message is committed and no crash can lose it.
// Batches are written by group commit; a lost reply is settled by writing the same ids again, never by guessing.

import type pg from 'pg';
import { type Batcher, createBatcher } from '../../platform/database/batcher.ts';
import { isDatabaseOutage } from '../../platform/database/database.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import type { CommitNews } from '../../platform/live/wakes.ts';
import { closesAt } from '../../windows/window.ts';
import {
  deleteIdempotencyKey,
  findIdempotencyKeys,
  type IdempotencyKeyRow,
  type KeptOut,
  type NewRequest,
  storeMessages,
} from './queries.ts';

export type StoreOutcome =
  | {
      readonly kind: 'stored';
      /** It may have been there already: an earlier try, or another process, may have stored it under the same id. */
      readonly isRepeated?: boolean;
      /** When the window of each message's person closes, milliseconds since 1970, of those that had it checked. */
      readonly windowCloses?: ReadonlyMap<string, number>;
    }
  /** The key was used before for the same message: this was its answer. */
  | {
      readonly kind: 'replayed';
      readonly status: number;
      readonly answer: string;
      readonly messageId: string;
    }
  | { readonly kind: 'key_reused' }
  /** Nothing is stored: these of its messages are to people who have opted out. */
  | { readonly kind: 'opted_out'; readonly messageIds: ReadonlySet<string> }
  /** Nothing is stored: these of its messages are free text outside the window, which closed at that time, or never was. */
  | { readonly kind: 'window_closed'; readonly closed: ReadonlyMap<string, Date | null> };

export interface MessageStore {
  store(request: NewRequest): Promise<StoreOutcome>;
  /** The earlier answer to a request with this key; null when it is new. */
  findEarlier(companyId: string, key: string, fingerprint: Buffer): Promise<StoreOutcome | null>;
  drain(): Promise<void>;
  readonly waiting: number;
}

export interface MessageStoreOptions {
  readonly writers: pg.Pool;
  readonly flushers: number;
  readonly idempotencyHours: number;
  /** How many processes share the work. Left out: this one alone. */
  readonly processes?: (() => number) | undefined;
  readonly onFlush: (rows: number) => void;
  /** Notified of every commit. */
  readonly live?: CommitNews;
}

/** How long a message whose fate is unknown is retried before its caller is asked to repeat the request. */
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
const storedBefore: StoreOutcome = { kind: 'stored', isRepeated: true };

const keyOf = (companyId: string, key: string): string => `${companyId} ${key}`;

const keyedBy = (asked: NewRequest): string => asked.messages[0].id;

/** Why a request was refused as a whole, by the messages that it was refused for. */
const refusalOf = ({ messages }: NewRequest, { optedOut, closed }: KeptOut): StoreOutcome | null => {
  const ids = messages.map(({ id }) => id);
  const unwanted = optedOut.size === 0 ? [] : ids.filter((id) => optedOut.has(id));
  if (unwanted.length > 0) return { kind: 'opted_out', messageIds: new Set(unwanted) };
  const late = closed.size === 0 ? [] : ids.filter((id) => closed.has(id));
  if (late.length === 0) return null;
  return {
    kind: 'window_closed',
    closed: new Map(late.map((id) => [id, closesAt(closed.get(id) ?? null)])),
  };
};

const storedWithin = ({ messages }: NewRequest, { open }: KeptOut, isRepeated: boolean): StoreOutcome => {
  if (open.size === 0) return isRepeated ? storedBefore : stored;
  const windowCloses = new Map(
    messages.flatMap(({ id }) => {
      const closes = closesAt(open.get(id) ?? null);
      return closes ? [[id, closes.getTime()] as const] : [];
    }),
  );
  return { kind: 'stored', isRepeated, windowCloses };
};

const replay = (fingerprint: Buffer | null, earlier: IdempotencyKeyRow): StoreOutcome => {
  if (!fingerprint?.equals(earlier.fingerprint)) return { kind: 'key_reused' };
  return {
    kind: 'replayed',
    status: earlier.status,
    answer: earlier.answer,
    messageId: earlier.message_id,
  };
};

/** Our own row: an earlier try of this very batch had committed although its reply was lost. */
const judge = (asked: NewRequest, earlier: IdempotencyKeyRow): StoreOutcome =>
  earlier.message_id === keyedBy(asked) ? storedBefore : replay(asked.fingerprint, earlier);

/** A repeated request keeps its first answer, also when its person has opted out or the window has closed since. */
const judgeRefused = (
  asked: NewRequest,
  refusals: ReadonlyMap<NewRequest, StoreOutcome | null>,
  earlier: IdempotencyKeyRow | null,
): StoreOutcome | null => {
  const refusal = refusals.get(asked) ?? null;
  return refusal && (earlier && !earlier.is_expired ? judge(asked, earlier) : refusal);
};

const isNothingKeptOut = ({ keyed, optedOut, closed }: KeptOut): boolean =>
  keyed.size === 0 && optedOut.size === 0 && closed.size === 0;

/** Earlier answers to requests with the same keys. */
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

type WriteBatch = (batch: readonly NewRequest[], giveUpAt: number) => Promise<StoreOutcome[]>;

const createBatchWriter = (writers: pg.Pool, idempotencyHours: number): WriteBatch => {
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
  const writeBatch: WriteBatch = async (batch, giveUpAt) => {
    let wasRepeated = false;
    const keptOut = await untilKnown(giveUpAt, (isRepeated) => {
      wasRepeated = isRepeated;
      return storeMessages(writers, batch, isRepeated);
    });
    if (isNothingKeptOut(keptOut)) return batch.map((asked) => storedWithin(asked, keptOut, wasRepeated));
    const refusals = new Map(batch.map((asked) => [asked, refusalOf(asked, keptOut)]));
    const outcomes = await settleKeptOut(
      batch.filter((asked) => keptOut.keyed.has(keyedBy(asked))),
      giveUpAt,
    );
    const earlierOf = await findEarlier(
      batch.filter((asked) => refusals.get(asked)),
      giveUpAt,
    );
    return batch.map(
      (asked) =>
        judgeRefused(asked, refusals, earlierOf(asked)) ??
        outcomes.get(keyedBy(asked)) ??
        storedWithin(asked, keptOut, wasRepeated),
    );
  };

  return writeBatch;
};

export const createMessageStore = (options: MessageStoreOptions): MessageStore => {
  const writeBatch = createBatchWriter(options.writers, options.idempotencyHours);

  const openBatcher = (flushers: number, itemsMax: number): Batcher<WaitingRequest, StoreOutcome> =>
    createBatcher<WaitingRequest, StoreOutcome>({
      // The first item has waited longest. A caller that waited behind a failed batch does not wait as long again.
      flush: async (items) => {
        const asked = items.map((item) => item.asked);
        const outcomes = await writeBatch(asked, items[0]?.giveUpAt ?? 0);
        options.live?.committed(asked, ({ request }) => request.companyId);
        return outcomes;
      },
      flushers,
      itemsMax,
      bytesMax: bytesPerBatchMax,
      bytesOf: ({ asked }) =>
        (asked.request.body?.length ?? 0) + asked.messages.reduce((sum, { body }) => sum + body.length, 0),
      isOutage: isDatabaseOutage,
      processes: options.processes,
      onFlush: options.onFlush,
    });
  const usual = openBatcher(options.flushers, rowsPerBatchMax);
  // A request with a thousand messages takes as long as a hundred commits: no single message may wait behind it.
  const large = openBatcher(1, 1);

  return {
    store: (asked) =>
      (asked.messages.length < largeRequest ? usual : large).add({
        asked,
        giveUpAt: performance.now() + settleMilliseconds,
      }),
    async findEarlier(companyId, key, fingerprint) {
      const [earlier] = await findIdempotencyKeys(
        options.writers,
        [{ companyId, key }],
        options.idempotencyHours,
      );
      return earlier && !earlier.is_expired ? replay(fingerprint, earlier) : null;
    },
    drain: async () => void (await Promise.all([usual.drain(), large.drain()])),
    get waiting() {
      return usual.waiting + large.waiting;
    },
  };
};
