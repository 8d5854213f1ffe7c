// The payloads of some events, by id, for their delivery.

import type { EventPayload } from '@hudhud/contract/events.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type EventKey, findEvents } from './queries.ts';
import { findToldMedia, type MediaTeller } from './tell-media.ts';
import { type DescribeIncoming, toPayload } from './to-payload.ts';

export type { EventKey };

/** By event UUID. An event whose retention has ended is not in it. */
export const loadPayloads = async (
  db: Queryable,
  keys: readonly EventKey[],
  describe: DescribeIncoming,
  media?: MediaTeller,
): Promise<Map<string, EventPayload>> => {
  if (keys.length === 0) return new Map();
  const rows = await findEvents(db, keys);
  const told = await findToldMedia(db, media, rows);
  return new Map(rows.map((row) => [row.id, toPayload(row, describe, told)]));
};
