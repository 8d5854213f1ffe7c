// The payloads of some events, by id: for whoever delivers them.

import type { EventPayload } from '@hudhud/contract/events.ts';
import type pg from 'pg';
import { type EventKey, findEvents } from './queries.ts';
import { type DescribeIncoming, toPayload } from './to-payload.ts';

export type { EventKey };

/** By event UUID. An event whose retention has ended is not in it. */
export const loadPayloads = async (
  db: pg.Pool | pg.ClientBase,
  keys: readonly EventKey[],
  describe: DescribeIncoming,
): Promise<Map<string, EventPayload>> => {
  if (keys.length === 0) return new Map();
  const rows = await findEvents(db, keys);
  return new Map(rows.map((row) => [row.id, toPayload(row, describe)]));
};
