// Writes statuses that name their message, those of several companies in one statement.

import type pg from 'pg';
import { type EventListener, heardBy } from '../../events/event-listener.ts';
import { isTakingTooLong } from '../../platform/database/database.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import { newUuid } from '../../platform/ids.ts';
import type { ParkedStatus } from './parked/queries.ts';
import type { RecordedParked } from './parked-statuses.ts';
import { recordStatuses } from './queries.ts';
import type { Echo } from './read-echo.ts';
import type { StatusRow } from './status-row.ts';

export interface EchoedStatus {
  readonly parked: ParkedStatus;
  readonly echo: Echo;
  readonly giveUpAt: number;
}

/** The error that keeps the statuses of one company alone from being written. */
export class HeldUp {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

type Outcome = 'recorded' | 'stray';

/** An outcome for each status, in order. */
export type RecordEchoed = (batch: readonly EchoedStatus[]) => Promise<(Outcome | HeldUp)[]>;

export interface EchoedOptions {
  readonly writers: pg.Pool;
  readonly listener: EventListener | undefined;
  readonly tell: (recorded: RecordedParked) => void;
}

const toRow = ({ echo, parked }: EchoedStatus): StatusRow => ({ ...parked, ...echo, eventId: newUuid() });

const keyOf = (row: StatusRow): string => `${row.companyId} ${row.messageId} ${row.attempt} ${row.status}`;

const companyOf = ({ parked }: EchoedStatus): string => parked.companyId;

const isOfOne = (batch: readonly EchoedStatus[]): boolean => new Set(batch.map(companyOf)).size === 1;

const heldUpOrThrow = (error: unknown): HeldUp => {
  if (isTakingTooLong(error)) return new HeldUp(error);
  throw error;
};

/** Two companies are written at the same time, so that one whose rows are locked does not stop the rest. */
const companiesAtOnce = 2;

export const createEchoedRecording = ({ writers, listener, tell }: EchoedOptions): RecordEchoed => {
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
      if (isRepeated) listener?.mayHaveMissed(batch.map(companyOf));
      return outcomes;
    });

  /** A transaction outside the gateway has locked messages of one company. The statuses of the others are written without it. */
  const recordApart = async (batch: readonly EchoedStatus[]): Promise<(Outcome | HeldUp)[]> => {
    const outcomes = new Map<EchoedStatus, Outcome | HeldUp>();
    const byCompany = Map.groupBy(batch, companyOf);
    const recordOf = async (statuses: readonly EchoedStatus[]): Promise<void> => {
      const found = await recordTogether(statuses).catch(heldUpOrThrow);
      for (const [index, status] of statuses.entries()) {
        outcomes.set(status, found instanceof HeldUp ? found : (found[index] ?? 'stray'));
      }
    };
    const companies = [...byCompany.values()];
    const work = async (): Promise<void> => {
      for (let next = companies.shift(); next; next = companies.shift()) await recordOf(next);
    };
    await Promise.all(Array.from({ length: companiesAtOnce }, work));
    return batch.map((status) => outcomes.get(status) ?? 'stray');
  };

  return (batch) =>
    recordTogether(batch, (error) =>
      isTakingTooLong(error) && !isOfOne(batch) ? recordApart(batch) : Promise.reject(error),
    );
};
