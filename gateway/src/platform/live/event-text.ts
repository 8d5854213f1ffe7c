// Server-sent events as text. The id of an event is the newest row seen so far, not its own: rows come late, and a
// client that reconnects must continue from the newest.

import type { IdKind } from '@hudhud/contract/ids.ts';
import { toPublicId } from '../ids.ts';
import type { LiveEvent, LiveRow } from './live-list.ts';

/** Sent at once, so that a proxy lets the head of the answer through; a browser comes back after this long. */
export const openingText = 'retry: 1000\n\n';

/** Keeps the connection open, and says where to come back to also when the filter let nothing through for long. */
export const heartbeatText = (kind: IdKind, mark: string): string =>
  `: still here\nid: ${toPublicId(kind, mark)}\n\n`;

/** How many rows were left out at least; null: not counted. */
export const skippedText = (count: number | null): string =>
  `event: skipped\ndata: ${JSON.stringify({ count })}\n\n`;

/** Rows oldest first, each with the mark to come back to. */
export const toEvents = (kind: IdKind, rows: readonly LiveRow[], markBefore: string): LiveEvent[] => {
  let mark = markBefore;
  return rows.map(({ id, item }) => {
    if (id > mark) mark = id;
    const text = `event: ${kind}\nid: ${toPublicId(kind, mark)}\ndata: ${JSON.stringify(item)}\n\n`;
    return { id, text };
  });
};
