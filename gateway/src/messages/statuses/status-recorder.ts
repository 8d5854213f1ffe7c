// Stores every status of every message, by group commit: when `record` resolves, all of them are committed
// and no crash can lose one.

import type pg from 'pg';
import { type EventListener, heardBy } from '../../events/event-listener.ts';
import { countryOf } from '../../platform/country-of.ts';
import { createBatcher, patienceMilliseconds } from '../../platform/database/batcher.ts';
import { isDatabaseOutage, isTakingTooLong } from '../../platform/database/database.ts';
import { storeEach } from '../../platform/database/store-each.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import { newUuid } from '../../platform/ids.ts';
import { toJsonText } from '../../platform/json-text.ts';
import type { CallbackStatus } from '../../providers/callback.ts';
import type { KnownMessage, ParkedStatus } from './parked/queries.ts';
import { matchParkedStatuses, parkOrRecord, type RecordedParked, unpark } from './parked-statuses.ts';
import { recordStatuses } from './queries.ts';
import { type Echo, readEcho } from './read-echo.ts';
import { fateOf } from './retry-after-failure.ts';
import { createSentLately, recipientKeyOf, type SentMessage } from './sent-lately.ts';
import type { StatusRow } from './status-row.ts';

/** A status as a provider reported it, for one of our senders. */
export interface ReportedStatus {
  readonly companyId: string;
  readonly senderId: string;
  readonly status: CallbackStatus;
}

export interface StatusRecorder {
  /** Resolves when everything is committed; rejects when it should be brought again. */
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
  readonly listener?: EventListener;
  /** The provider calls the person whom a message went to something else than `address`: a number or a user id. */
  readonly onOtherName?: (found: {
    readonly companyId: string;
    readonly address: string;
    readonly name: string;
  }) => void;
  /** A status that the database does not take, now or ever. */
  readonly onRefused?: (error: unknown, item: ReportedStatus) => void;
}

interface WaitingStatus {
  readonly item: ReportedStatus;
  readonly parked: ParkedStatus;
  readonly giveUpAt: number;
}

interface EchoedStatus extends WaitingStatus {
  readonly echo: Echo;
}

type Outcome = 'recorded' | 'stray';

/** Of one company alone: what keeps its statuses from being written. */
class HeldUp {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

const defaultFlushers = 2;
const settleMilliseconds = 5_000;
const rowsPerBatchMax = 512;
const bytesPerBatchMax = 1_048_576;

const prepare = (item: ReportedStatus): WaitingStatus => {
  const { status, companyId, senderId } = item;
  const { failure, retry } = fateOf(status);
  return {
    item,
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
 * WhatsApp charges what reached the person, and says so with one of `delivered` and `read`; what it says with `sent` is not
 * owed yet.
 */
const chargeOf = (status: CallbackStatus): Pick<ParkedStatus, 'country' | 'isFree'> => {
  const isCharged = (status.pricing ?? null) !== null && ['delivered', 'read'].includes(status.status);
  if (!isCharged) return {};
  const country = countryOf(status.recipient ?? status.recipientUserId ?? '');
  return { country, isFree: status.isFree ?? false };
};

const bytesOf = ({ parked }: WaitingStatus): number => (parked.raw?.length ?? 0) + 200;

const limits = { itemsMax: rowsPerBatchMax, bytesMax: bytesPerBatchMax, bytesOf, isOutage: isDatabaseOutage };

const toRow = ({ echo, parked }: EchoedStatus): StatusRow => ({ ...parked, ...echo, eventId: newUuid() });

const keyOf = (row: StatusRow): string => `${row.companyId} ${row.messageId} ${row.attempt} ${row.status}`;

export const createStatusRecorder = (options: StatusRecorderOptions): StatusRecorder => {
  const { writers, listener, onRefused, onOtherName } = options;

  const tell = ({ told, otherNames }: RecordedParked): void => {
    listener?.tell(told);
    for (const { row, address } of otherNames) {
      if (row.recipientKey) onOtherName?.({ companyId: row.companyId, address, name: row.recipientKey });
    }
  };

  /** Providers repeat themselves: one row for each status of a batch, and its outcome for each caller. */
  const recordOnce = async (batch: readonly EchoedStatus[]): Promise<Outcome[]> => {
    const rowByKey = new Map<string, StatusRow>();
    const rows = batch.map((echoed) => {
      const row = toRow(echoed);
      const first = rowByKey.get(keyOf(row)) ?? row;
      rowByKey.set(keyOf(row), first);
      return first;
    });
    const distinct = [...rowByKey.values()];
    const { isHeard, deliveringEpoch } = heardBy(listener, distinct);
    const recorded = await recordStatuses(writers, distinct, isHeard, deliveringEpoch);
    tell(recorded);
    return rows.map((row) => (recorded.strays.has(row.eventId) ? 'stray' : 'recorded'));
  };

  /** Every try makes its own event ids: one from before an outage would sort before ids that readers have passed. */
  const recordTogether = <Other = never>(
    batch: readonly EchoedStatus[],
    otherwise: (error: unknown) => Promise<(Outcome | Other)[]> = (error) => Promise.reject(error),
  ): Promise<(Outcome | Other)[]> =>
    untilKnown(batch[0]?.giveUpAt ?? 0, async (isRepeated) => {
      const outcomes = await recordOnce(batch).catch(otherwise);
      if (isRepeated) listener?.mayHaveMissed(batch.map(({ item }) => item.companyId));
      return outcomes;
    });

  /** Somebody holds messages of one company: the others do not wait for them. */
  const recordApart = async (batch: readonly EchoedStatus[]): Promise<(Outcome | HeldUp)[]> => {
    const outcomes = new Map<EchoedStatus, Outcome | HeldUp>();
    const byCompany = Map.groupBy(batch, ({ item }) => item.companyId);
    const recordOf = async (statuses: readonly EchoedStatus[]): Promise<void> => {
      const found = await recordTogether(statuses).catch((error: unknown) => new HeldUp(error));
      for (const [index, status] of statuses.entries()) {
        outcomes.set(status, found instanceof HeldUp ? found : (found[index] ?? 'stray'));
      }
    };
    const companies = [...byCompany.values()];
    const work = async (): Promise<void> => {
      for (let next = companies.shift(); next; next = companies.shift()) await recordOf(next);
    };
    // While one waits in vain, the other goes on.
    await Promise.all([work(), work()]);
    return batch.map((status) => outcomes.get(status) ?? 'stray');
  };

  const isOfOne = (batch: readonly EchoedStatus[]): boolean =>
    batch.every(({ item }) => item.companyId === batch[0]?.item.companyId);

  const recordBatch = (batch: readonly EchoedStatus[]): Promise<(Outcome | HeldUp)[]> =>
    recordTogether(batch, (error) =>
      isTakingTooLong(error) && !isOfOne(batch) ? recordApart(batch) : Promise.reject(error),
    );

  const parkBatch = async (batch: readonly WaitingStatus[]): Promise<undefined[]> => {
    // A provider may know a message by several ids: it waits under each, and is recorded once.
    const parked = batch.flatMap(({ parked, item }) => [
      parked,
      ...(item.status.otherIds ?? []).map((providerMessageId) => ({ ...parked, providerMessageId })),
    ]);
    tell(await untilKnown(batch[0]?.giveUpAt ?? 0, () => parkOrRecord(writers, parked)));
    return [];
  };

  const known = createBatcher<EchoedStatus, Outcome | HeldUp>({
    flush: recordBatch,
    flushers: options.flushers ?? defaultFlushers,
    // The provider gets its answer a little later; several statuses of a moment share a commit.
    patienceOf: () => patienceMilliseconds,
    ...limits,
  });
  // Looking for a message by the provider's id takes longer than recording: it must not hold up those that need none.
  const strays = createBatcher<WaitingStatus, undefined>({ flush: parkBatch, flushers: 1, ...limits });

  const add = async (waiting: WaitingStatus): Promise<void> => {
    const echo = readEcho(waiting.item.status.echo);
    const outcome = echo && (await known.add({ ...waiting, echo }));
    if (outcome instanceof HeldUp) throw outcome.cause;
    if (outcome === 'recorded') return;
    await strays.add(waiting);
  };

  const sent = createSentLately();

  return {
    async record(items) {
      const news = items.filter(({ companyId, status }) => !sent.covers(companyId, status));
      if (news.length === 0) return;
      await storeEach({ add }, news.map(prepare), (error, { item }) => onRefused?.(error, item));
    },
    noteSent: sent.note,
    recordParked: async (messages) => tell(await unpark(writers, messages)),
    matchParked: async () => tell(await matchParkedStatuses(writers)),
    async drain() {
      await known.drain();
      await strays.drain();
    },
    get waiting() {
      return known.waiting + strays.waiting;
    },
  };
};
