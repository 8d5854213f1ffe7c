// Writes outcomes by group commit. Only the outcome records whether a person got a message, so writing it is retried
// until the database accepts it, for as long as this process lives.

import type pg from 'pg';
import { type EmittedEvent, toStatusEvent } from '../events/emitted-event.ts';
import { type EventListener, listenerOptions } from '../events/event-listener.ts';
import { createBatcher, patienceMilliseconds } from '../platform/database/batcher.ts';
import { isDatabaseOutage } from '../platform/database/database.ts';
import { untilKnown } from '../platform/database/until-known.ts';
import type { CommitNews } from '../platform/live/wakes.ts';
import type { Settlement } from './settlement.ts';
import { type EmittedRow, type SettledRow, settle } from './settling/queries.ts';
import type { TakenWaiter, Waiters } from './waiters.ts';

export interface OutcomeWriter {
  /** Resolves when the outcome is committed: true, or false when the message has moved on without us. */
  write(settlement: Settlement): Promise<boolean>;
  /** True from `write` until it is committed or has failed. */
  isWriting(messageId: string): boolean;
  /** Writes what is left; gives up after a while, because the process is about to end. */
  drain(milliseconds: number): Promise<void>;
  readonly waiting: number;
}

/** A message whose provider id has just become known, although a status under that id came earlier. */
export interface Identified {
  readonly companyId: string;
  readonly messageId: string;
  readonly attempt: number;
  readonly providerMessageId: string;
}

export interface OutcomeWriterOptions {
  readonly writers: pg.Pool;
  readonly flushers: number;
  readonly waiters: Waiters;
  /** How many processes share the work. Left out: this one alone. */
  readonly processes?: (() => number) | undefined;
  /** True while requests at other processes may wait for outcomes of this one. */
  readonly hasRemoteWaiters: () => boolean;
  readonly onIdentified: (messages: readonly Identified[]) => void;
  /** Called with the `sent` outcomes of a commit. */
  readonly onSent?: ((settlements: readonly Settlement[]) => void) | undefined;
  readonly listener: EventListener;
  /** Notified of every commit. */
  readonly live?: CommitNews | undefined;
  readonly onFlush?: (rows: number) => void;
}

const rowsMax = 256;
const bytesMax = 1_048_576;

const toEmitted = (settlement: Settlement, row: EmittedRow): EmittedEvent =>
  toStatusEvent({
    company_id: settlement.companyId,
    id: row.event_id,
    at: settlement.at,
    message_id: settlement.id,
    attempt: settlement.attempt,
    status: settlement.historyStatus,
    sender_id: settlement.senderId,
    phone_number: row.phone_number,
    person_key: row.person_key,
    provider_message_id: row.provider_message_id,
    reference: row.reference,
    failure: settlement.failure,
  });

/** Two outcomes of one message share one row, which is about the attempt it names. */
const readEmitted = (
  batch: readonly Settlement[],
  settled: ReadonlyMap<string, SettledRow>,
): EmittedEvent[] =>
  batch.flatMap((settlement) => {
    const row = settled.get(settlement.id);
    const isEmitted =
      row?.is_emitted && row.attempt === settlement.attempt && row.noted === settlement.historyStatus;
    return isEmitted ? [toEmitted(settlement, row as EmittedRow)] : [];
  });

const readIdentified = (
  batch: readonly Settlement[],
  settled: ReadonlyMap<string, SettledRow>,
): Identified[] =>
  batch.flatMap(({ companyId, id, attempt, providerMessageId }): Identified[] =>
    providerMessageId && settled.get(id)?.has_parked
      ? [{ companyId, messageId: id, attempt, providerMessageId }]
      : [],
  );

const withAnswers = (batch: readonly Settlement[], taken: readonly (TakenWaiter | null)[]): Settlement[] =>
  batch.map((settlement, index) => {
    const answer = taken[index]?.waiting.toAnswer(settlement) ?? null;
    return answer ? { ...settlement, answer } : settlement;
  });

/** The messages with outcomes being written; one message may have several. */
const createUnderWay = () => {
  const counts = new Map<string, number>();
  const change = (id: string, by: 1 | -1): void => {
    const count = (counts.get(id) ?? 0) + by;
    if (count > 0) counts.set(id, count);
    else counts.delete(id);
  };
  return {
    async during<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
      change(id, 1);
      try {
        return await work();
      } finally {
        change(id, -1);
      }
    },
    has: (id: string): boolean => counts.has(id),
  };
};

export const createOutcomeWriter = (options: OutcomeWriterOptions): OutcomeWriter => {
  let giveUpAt = Number.POSITIVE_INFINITY;

  const notify = (
    batch: readonly Settlement[],
    taken: readonly (TakenWaiter | null)[],
    settled: ReadonlyMap<string, SettledRow>,
  ): void => {
    for (const [index, { id, answer }] of batch.entries()) {
      if (answer && settled.has(id)) taken[index]?.resolve(answer);
      else taken[index]?.giveBack();
    }
    const identified = readIdentified(batch, settled);
    if (identified.length > 0) options.onIdentified(identified);
    options.onSent?.(batch.filter(({ id, historyStatus }) => historyStatus === 'sent' && settled.has(id)));
    options.listener.notify(readEmitted(batch, settled));
  };

  const flush = async (given: readonly Settlement[]): Promise<boolean[]> => {
    const taken = given.map(({ id }) => options.waiters.take(id));
    const batch = withAnswers(given, taken);
    let wasRepeated = false;
    try {
      // Sorted by key, so that two batches never deadlock.
      const sorted = batch.toSorted((one, two) => (one.id < two.id ? -1 : 1));
      const rows = await untilKnown(
        () => giveUpAt,
        (isRepeated) => {
          wasRepeated = isRepeated;
          return settle(options.writers, sorted, {
            ...listenerOptions(options.listener, sorted),
            isRepeated,
          });
        },
      );
      if (wasRepeated) options.listener.mayHaveMissed(sorted.map(({ companyId }) => companyId));
      const settled = new Map(rows.map((row) => [row.message_id, row]));
      notify(batch, taken, settled);
      options.live?.committed(batch, ({ companyId }) => companyId);
      return batch.map(({ id }) => settled.has(id));
    } catch (error) {
      for (const waiter of taken) waiter?.giveBack();
      throw error;
    }
  };

  const batcher = createBatcher<Settlement, boolean>({
    flush,
    flushers: options.flushers,
    itemsMax: rowsMax,
    bytesMax,
    bytesOf: ({ call }) => 500 + (call?.requestBody?.length ?? 0) + (call?.answerBody?.length ?? 0),
    isOutage: isDatabaseOutage,
    patienceOf: ({ id }, stretch) =>
      options.waiters.has(id) || options.hasRemoteWaiters() ? 0 : patienceMilliseconds * stretch,
    processes: options.processes,
    ...(options.onFlush && { onFlush: options.onFlush }),
  });

  const underWay = createUnderWay();

  return {
    write: (settlement) => underWay.during(settlement.id, () => batcher.add(settlement)),
    isWriting: (messageId) => underWay.has(messageId),
    drain(milliseconds) {
      giveUpAt = performance.now() + milliseconds;
      return batcher.drain();
    },
    get waiting() {
      return batcher.waiting;
    },
  };
};
