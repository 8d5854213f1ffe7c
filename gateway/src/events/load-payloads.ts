// The payloads of some events, by id, for their delivery.

import type { EventPayload } from '@hudhud/contract/events.ts';
import type { Queryable } from '../platform/database/database.ts';
import { findEventMedia, type MediaSource } from './event-media.ts';
import { type EventKey, findEvents } from './queries.ts';
import { type DescribeIncoming, toPayload } from './to-payload.ts';

export type { EventKey };

/** By event UUID. An event whose retention has ended is not in it. */
export const loadPayloads = async (
  db: Queryable,
  keys: readonly EventKey[],
  describe: DescribeIncoming,
  media?: MediaSource,
): Promise<Map<string, EventPayload>> => {
  if (keys.length === 0) return new Map();
  const rows = await findEvents(db, keys);
  const eventMedia = await findEventMedia(db, media, rows);
  return new Map(rows.map((row) => [row.id, toPayload(row, describe, eventMedia)]));
};
