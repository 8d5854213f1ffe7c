// Writes statuses that name their message, those of several companies in one statement.

import type pg from 'pg';
import { type EventListener, listenerOptions } from '../../events/event-listener.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import { newUuid } from '../../platform/ids.ts';
import { type HeldUp, heldUpOrThrow } from './company-batcher.ts';
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

type Outcome = 'recorded' | 'stray';

/** An outcome for each status, in order. */
export type RecordEchoed = (batch: readonly EchoedStatus[]) => Promise<Outcome[] | HeldUp>;

export interface EchoedOptions {
  readonly writers: pg.Pool;
  readonly listener: EventListener | undefined;
  readonly notify: (recorded: Pick<RecordedParked, 'emitted' | 'otherNames'>) => void;
}

const toRow = ({ echo, parked }: EchoedStatus): StatusRow => ({ ...parked, ...echo, eventId: newUuid() });

const keyOf = (row: StatusRow): string => `${row.companyId} ${row.messageId} ${row.attempt} ${row.status}`;

export const createEchoedRecording = ({ writers, listener, notify }: EchoedOptions): RecordEchoed => {
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
    const { hasListener, deliveringEpoch } = listenerOptions(listener, distinct);
    const recorded = await recordStatuses(writers, distinct, hasListener, deliveringEpoch);
    notify(recorded);
    return rows.map((row) => (recorded.strays.has(row.eventId) ? 'stray' : 'recorded'));
  };

  /** Every try makes its own event ids: one from before an outage would sort before ids that readers have passed. */
  return (batch) =>
    untilKnown(batch[0]?.giveUpAt ?? 0, async (isRepeated) => {
      const outcomes = await recordOnce(batch).catch(heldUpOrThrow);
      if (isRepeated) listener?.mayHaveMissed(batch.map(({ parked }) => parked.companyId));
      return outcomes;
    });
};
