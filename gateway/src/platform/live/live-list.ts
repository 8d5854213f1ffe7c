// The interface of a list that can be followed live. Everything is read from its table, so it does not matter which process
// wrote a row.

import type { IdKind } from '@hudhud/contract/ids.ts';

export interface LiveList<Filter> {
  /** Names the events of the stream, and the ids of its rows. */
  readonly kind: IdKind;
  /** The newest ids from a moment on, newest first. */
  readIds(companyId: string, from: string, idsMax: number): Promise<string[]>;
  /** The rows among these ids that match the filter, oldest first, as the list shows them. */
  readRows(companyId: string, ids: readonly string[], filter: Filter): Promise<LiveRow[]>;
}

export interface LiveRow {
  /** UUID. */
  readonly id: string;
  readonly item: object;
}

/** A row on its way to the followers of the list. */
export interface LiveEvent {
  readonly id: string;
  /** The event as it goes over the wire. */
  readonly text: string;
}
