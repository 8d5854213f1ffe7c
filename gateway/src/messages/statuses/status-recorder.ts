// Where every status of every message is written down, by group commit: when `record` resolves, all of them are committed
// and no crash can lose one.

import type pg from 'pg';
import { type EventListener, isHeard } from '../../events/event-listener.ts';
import { createBatcher, patienceMilliseconds } from '../../platform/database/batcher.ts';
import { isDatabaseOutage } from '../../platform/database/database.ts';
import { storeEach } from '../../platform/database/store-each.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import { newUuid } from '../../platform/ids.ts';
import { toJsonText } from '../../platform/json-text.ts';
import type { CallbackStatus } from '../../providers/callback.ts';
import type { ParkedStatus } from './parked/queries.ts';
import { parkOrRecord } from './parked-statuses.ts';
import { recordStatuses, type StatusRow } from './queries.ts';
import { type Echo, readEcho } from './read-echo.ts';
import { fateOf } from './retry-after-failure.ts';

/** A status as a provider told it, for one of our senders. */
export interface ReportedStatus {
  readonly companyId: string;
  readonly senderId: string;
  readonly status: CallbackStatus;
}

export interface StatusRecorder {
  /** Resolves when everything is committed; rejects when it should be brought again. */
  record(items: readonly ReportedStatus[]): Promise<void>;
  drain(): Promise<void>;
  readonly waiting: number;
}

export interface StatusRecorderOptions {
  readonly writers: pg.Pool;
  readonly flushers?: number;
  readonly listener?: EventListener;
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
      retryFailure: retry && JSON.stringify(retry.failure),
      retrySeconds: retry?.seconds ?? null,
    },
    giveUpAt: performance.now() + settleMilliseconds,
  };
};

const bytesOf = ({ parked }: WaitingStatus): number => (parked.raw?.length ?? 0) + 200;

const toRow = ({ echo, parked }: EchoedStatus): StatusRow => ({ ...parked, ...echo, eventId: newUuid() });

const keyOf = (row: StatusRow): string => `${row.companyId} ${row.messageId} ${row.attempt} ${row.status}`;

export const createStatusRecorder = (options: StatusRecorderOptions): StatusRecorder => {
  const { writers, listener, onRefused } = options;

  /** Providers repeat themselves: one row for each status of a batch, and its outcome for all who brought it. */
  const recordOnce = async (batch: readonly EchoedStatus[]): Promise<Outcome[]> => {
    const rowByKey = new Map<string, StatusRow>();
    const rows = batch.map((echoed) => {
      const row = toRow(echoed);
      const first = rowByKey.get(keyOf(row)) ?? row;
      rowByKey.set(keyOf(row), first);
      return first;
    });
    const distinct = [...rowByKey.values()];
    const { strays, told } = await recordStatuses(writers, distinct, isHeard(listener, distinct));
    listener?.tell(told);
    return rows.map((row) => (strays.has(row.eventId) ? 'stray' : 'recorded'));
  };

  /** Every try makes its own event ids: one from before an outage would sort in front of what readers have passed. */
  const recordBatch = (batch: readonly EchoedStatus[]): Promise<Outcome[]> =>
    untilKnown(batch[0]?.giveUpAt ?? 0, () => recordOnce(batch));

  const parkBatch = async (batch: readonly WaitingStatus[]): Promise<undefined[]> => {
    // A provider may know a message by several ids: it waits under each, and is recorded once.
    const parked = batch.flatMap(({ parked, item }) => [
      parked,
      ...(item.status.otherIds ?? []).map((providerMessageId) => ({ ...parked, providerMessageId })),
    ]);
    const told = await untilKnown(batch[0]?.giveUpAt ?? 0, () => parkOrRecord(writers, parked));
    listener?.tell(told);
    return [];
  };

  const limits = {
    itemsMax: rowsPerBatchMax,
    bytesMax: bytesPerBatchMax,
    bytesOf,
    isOutage: isDatabaseOutage,
  };
  const known = createBatcher<EchoedStatus, Outcome>({
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
    if (echo && (await known.add({ ...waiting, echo })) === 'recorded') return;
    await strays.add(waiting);
  };

  return {
    record: (items) => storeEach({ add }, items.map(prepare), (error, { item }) => onRefused?.(error, item)),
    async drain() {
      await known.drain();
      await strays.drain();
    },
    get waiting() {
      return known.waiting + strays.waiting;
    },
  };
};
