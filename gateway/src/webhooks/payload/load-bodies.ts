// The texts that are signed and sent: asked once for a whole page of deliveries, by event.

import type pg from 'pg';
import { type EventKey, loadPayloads } from '../../events/load-payloads.ts';
import { describeIncoming } from '../../providers/describe-incoming.ts';

/** By event UUID. An event whose retention has ended is not in it. */
export const loadBodies = async (
  db: pg.Pool | pg.ClientBase,
  keys: readonly EventKey[],
): Promise<Map<string, string>> => {
  const payloads = await loadPayloads(db, keys, describeIncoming);
  return new Map([...payloads].map(([id, payload]) => [id, JSON.stringify(payload)]));
};
