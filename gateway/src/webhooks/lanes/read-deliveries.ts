// Deliveries with the texts they carry, read from the tables. One event that cannot be read does not keep the others back.

import type pg from 'pg';
import type { MediaSource } from '../../events/event-media.ts';
import { type EventKey, loadPayloads } from '../../events/load-payloads.ts';
import type { Log } from '../../platform/log.ts';
import { describeIncoming } from '../../providers/describe-incoming.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';
import type { WaitingDeliveryRow } from './queries.ts';

/** The texts by event UUID, without events whose retention has ended. */
export const loadBodies = async (
  db: pg.Pool | pg.ClientBase,
  keys: readonly EventKey[],
  media?: MediaSource,
): Promise<Map<string, string>> => {
  const payloads = await loadPayloads(db, keys, describeIncoming, media);
  return new Map([...payloads].map(([id, payload]) => [id, JSON.stringify(payload)]));
};

const bodiesOf = async (
  pool: pg.Pool,
  log: Log,
  rows: readonly WaitingDeliveryRow[],
  media: MediaSource | undefined,
): Promise<Map<string, string>> => {
  const keys = rows.map((row) => ({ companyId: row.company_id, eventId: row.event_id }));
  const unique = [...new Map(keys.map((key) => [key.eventId, key])).values()];
  try {
    return await loadBodies(pool, unique, media);
  } catch (error) {
    if (unique.length <= 1) throw error;
    log.error({ err: error }, 'a page of events could not be read; they are read one by one');
  }
  const bodies = new Map<string, string>();
  for (const key of unique) {
    try {
      for (const [id, body] of await loadBodies(pool, [key], media)) bodies.set(id, body);
    } catch (error) {
      log.error({ err: error, event_id: key.eventId }, 'an event could not be read');
    }
  }
  return bodies;
};

const toLoaded = (row: WaitingDeliveryRow, bodies: ReadonlyMap<string, string>): LoadedDelivery => ({
  companyId: row.company_id,
  id: row.id,
  webhookId: row.endpoint_id,
  eventId: row.event_id,
  eventType: row.event_type,
  messageId: row.message_id,
  attempt: row.attempt,
  step: row.step,
  isWritten: true,
  body: bodies.get(row.event_id) ?? null,
});

const groupByWebhook = (rows: readonly LoadedDelivery[]): Map<string, LoadedDelivery[]> => {
  const groups = new Map<string, LoadedDelivery[]>();
  for (const row of rows) {
    const group = groups.get(row.webhookId);
    if (group) group.push(row);
    else groups.set(row.webhookId, [row]);
  }
  return groups;
};

/** The deliveries with their texts by webhook, in the order of the rows. */
export const loadTexts = async (
  pool: pg.Pool,
  log: Log,
  rows: readonly WaitingDeliveryRow[],
  media?: MediaSource,
): Promise<Map<string, LoadedDelivery[]>> => {
  const bodies = rows.length === 0 ? new Map<string, string>() : await bodiesOf(pool, log, rows, media);
  return groupByWebhook(rows.map((row) => toLoaded(row, bodies)));
};
