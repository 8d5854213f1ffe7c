// What a list page knows of being live: whether it is, and, where the gateway streams new rows, those rows.

import type { LiveRows } from './live-rows.ts';
import type { StreamState } from './use-list-stream.ts';

export interface Live<Item = never> {
  readonly isLive: boolean;
  readonly setIsLive: (isLive: boolean) => void;
  /** For the query of the list: when to look for new rows. */
  readonly refetchInterval: (query: { state: { data: { pages: unknown[] } | undefined } }) => number | false;
  /** Lists that are only asked every few seconds have none. */
  readonly stream?: LiveStream<Item>;
}

export interface LiveStream<Item> {
  readonly state: StreamState;
  readonly rows: LiveRows<Item>;
  /** The user reads: rows hold still. */
  readonly hold: (isHeld: boolean) => void;
  readonly release: () => void;
  /** From the newest page on, without holes. */
  readonly readAgain: () => Promise<void>;
}
