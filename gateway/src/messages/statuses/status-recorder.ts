// Stores every status of every message, by group commit: when `record` resolves, all of them are committed
// and no crash can lose one.

import type pg from 'pg';
import type { EventListener } from '../../events/event-listener.ts';
import { countryOf } from '../../platform/country-of.ts';
import { patienceMilliseconds } from '../../platform/database/batcher.ts';
import { isDatabaseOutage } from '../../platform/database/database.ts';
import { storeEach } from '../../platform/database/store-each.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import { toJsonText } from '../../platform/json.ts';
import type { CallbackStatus } from '../../providers/callback.ts';
import { createCompanyBatcher, type HeldUp, heldUpOrThrow } from './company-batcher.ts';
import type { KnownMessage, ParkedStatus } from './parked/queries.ts';
import { matchParkedStatuses, parkOrRecord, type RecordedParked, unpark } from './parked-statuses.ts';
import { readEcho } from './read-echo.ts';
import { createEchoedRecording, type EchoedStatus } from './record-echoed.ts';
import { fateOf } from './retry-after-failure.ts';
import { createSentLately, recipientKeyOf, type SentMessage } from './sent-lately.ts';

/** A status as a provider reported it, for one of our senders. */
export interface ReportedStatus {
  readonly companyId: string;
  readonly senderId: string;
  readonly status: CallbackStatus;
}

export interface StatusRecorder {
  /** Resolves when everything is committed; rejects when the provider should repeat it. */
  record(items: readonly ReportedStatus[]): Promise<void>;
  /** Records the parked statuses of messages whose provider id is known by now. */
  recordParked(messages: readonly KnownMessage[]): Promise<void>;
  /** Records the parked statuses of messages that have become known unnoticed. */
  matchParked(): Promise<void>;
  /** Their `sent` is committed. */
  noteSent(messages: readonly SentMessage[]): void;
  drain(): Promise<void>;
  readonly waiting: number;
}

export interface StatusRecorderOptions {
  readonly writers: pg.Pool;
  readonly flushers?: number;
  /** How many processes share the work. Left out: this one alone. */
  readonly processes?: (() => number) | undefined;
  readonly listener?: EventListener;
  /** The provider calls the person whom a message went to something else than `address`: a number or a user id. */
  readonly onOtherName?: (found: {
    readonly companyId: string;
    readonly address: string;
    readonly name: string;
  }) => void;
  /** Called for a status that the database refuses for good. */
  readonly onRefused?: (error: unknown, item: ReportedStatus) => void;
}

interface WaitingStatus {
  readonly item: ReportedStatus;
  readonly parked: ParkedStatus;
  readonly giveUpAt: number;
  /** How many statuses came in one callback. */
  readonly together: number;
}

const defaultFlushers = 2;
/** A callback with no more parts than this is given several times as long for its answer. */
const fewTogether = 3;
/** Longer than other rows wait for a shared commit: the callback is not answered yet, so a crash leaves nothing in doubt. */
const statusPatience = 2 * patienceMilliseconds;
const statusPatienceMost = 150;
const settleMilliseconds = 5_000;
const rowsPerBatchMax = 512;
const bytesPerBatchMax = 1_048_576;

const prepare = (item: ReportedStatus, together: number): WaitingStatus => {
  const { status, companyId, senderId } = item;
  const { failure, retry } = fateOf(status);
  return {
    item,
    together,
    parked: {
      companyId,
      senderId,
      providerMessageId: status.providerMessageId,
      status: status.status,
      at: status.at.toISOString(),
      failure: failure && JSON.stringify(failure),
      raw: toJsonText(status.raw),
      pricing: status.pricing ?? null,
      ...chargeOf(status),
      details: status.details ? JSON.stringify(status.details) : null,
      retryFailure: retry && JSON.stringify(retry.failure),
      retrySeconds: retry?.seconds ?? null,
      recipientKey: recipientKeyOf(status),
    },
    giveUpAt: performance.now() + settleMilliseconds,
  };
};

/**
 * WhatsApp charges messages that reached the person, and reports the price with `delivered` or `read`; a price in `sent` is
 * not charged yet.
 */
const chargeOf = (status: CallbackStatus): Pick<ParkedStatus, 'country' | 'isFree'> => {
  const isCharged = (status.pricing ?? null) !== null && ['delivered', 'read'].includes(status.status);
  if (!isCharged) return {};
  const country = countryOf(status.recipient ?? status.recipientUserId ?? '');
  return { country, isFree: status.isFree ?? false };
};

const bytesOf = ({ parked }: WaitingStatus): number => (parked.raw?.length ?? 0) + 200;

const limits = { itemsMax: rowsPerBatchMax, bytesMax: bytesPerBatchMax, bytesOf, isOutage: isDatabaseOutage };

const throwHeldUp = (heldUp: HeldUp | null): void => {
  if (heldUp) throw heldUp.cause;
};

export const createStatusRecorder = (options: StatusRecorderOptions): StatusRecorder => {
  const { writers, listener, onRefused, onOtherName } = options;

  const notify = ({ emitted, otherNames }: Pick<RecordedParked, 'emitted' | 'otherNames'>): void => {
    listener?.notify(emitted);
    for (const { row, address } of otherNames) {
      if (row.recipientKey) onOtherName?.({ companyId: row.companyId, address, name: row.recipientKey });
    }
  };

  /** Notifies of what was recorded, even when the rest could not be. */
  const notifyOf = (recorded: RecordedParked): HeldUp | null => {
    notify(recorded);
    return recorded.heldUp;
  };

  const parkBatch = (batch: readonly WaitingStatus[]): Promise<'parked'[] | HeldUp> => {
    // A provider may know a message by several ids: it waits under each, and is recorded once.
    const parked = batch.flatMap(({ parked, item }) => [
      parked,
      ...(item.status.otherIds ?? []).map((providerMessageId) => ({ ...parked, providerMessageId })),
    ]);
    return untilKnown(batch[0]?.giveUpAt ?? 0, async () => {
      const heldUp = await parkOrRecord(writers, parked).then(notifyOf, heldUpOrThrow);
      return heldUp ?? batch.map(() => 'parked' as const);
    });
  };

  const known = createCompanyBatcher<WaitingStatus & EchoedStatus, 'recorded' | 'stray'>({
    write: createEchoedRecording({ writers, listener, notify }),
    flushers: options.flushers ?? defaultFlushers,
    // The provider gets its answer a little later; several statuses of a moment share a commit.
    // The statuses of a large callback share a commit anyway, and each wait delays its answer.
    patienceOf: ({ together }, stretch) =>
      together > fewTogether ? patienceMilliseconds : Math.min(statusPatience * stretch, statusPatienceMost),
    processes: options.processes,
    ...limits,
  });
  // Looking for a message by the provider's id takes longer than recording: it must not hold up those that need none.
  const strays = createCompanyBatcher<WaitingStatus, 'parked'>({ write: parkBatch, flushers: 1, ...limits });

  const add = async (waiting: WaitingStatus): Promise<void> => {
    const echo = readEcho(waiting.item.status.echo);
    if (echo && (await known.add({ ...waiting, echo })) === 'recorded') return;
    await strays.add(waiting);
  };

  const sent = createSentLately();

  return {
    async record(items) {
      const news = items.filter(({ companyId, status }) => !sent.covers(companyId, status));
      if (news.length === 0) return;
      const waiting = news.map((item) => prepare(item, items.length));
      await storeEach({ add }, waiting, (error, { item }) => onRefused?.(error, item));
    },
    noteSent: sent.note,
    recordParked: async (messages) => throwHeldUp(notifyOf(await unpark(writers, messages))),
    matchParked: async () => throwHeldUp(notifyOf(await matchParkedStatuses(writers))),
    async drain() {
      await known.drain();
      await strays.drain();
    },
    get waiting() {
      return known.waiting + strays.waiting;
    },
  };
};
