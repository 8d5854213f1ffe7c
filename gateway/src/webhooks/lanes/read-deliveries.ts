// Deliveries with the texts they carry, read from the tables. One event that cannot be read does not keep the others back.

import type pg from 'pg';
import type { Log } from '../../platform/log.ts';
import { loadBodies } from '../payload/load-bodies.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';
import type { WaitingDeliveryRow } from './queries.ts';

const bodiesOf = async (
  pool: pg.Pool,
  log: Log,
  rows: readonly WaitingDeliveryRow[],
): Promise<Map<string, string>> => {
  const keys = rows.map((row) => ({ companyId: row.company_id, eventId: row.event_id }));
  const unique = [...new Map(keys.map((key) => [key.eventId, key])).values()];
  try {
    return await loadBodies(pool, unique);
  } catch (error) {
    if (unique.length <= 1) throw error;
    log.error({ err: error }, 'a page of events could not be read; they are read one by one');
  }
  const bodies = new Map<string, string>();
  for (const key of unique) {
    try {
      for (const [id, body] of await loadBodies(pool, [key])) bodies.set(id, body);
    } catch (error) {
      log.error({ err: error, event_id: key.eventId }, 'an event could not be read');
    }
  }
  return bodies;
};

const toLoaded = (row: WaitingDeliveryRow, bodies: ReadonlyMap<string, string>): LoadedDelivery => ({
  companyId: row.company_id,
  id: row.id,
  endpointId: row.endpoint_id,
  eventId: row.event_id,
  messageId: row.message_id,
  attempt: row.attempt,
  step: row.step,
  body: bodies.get(row.event_id) ?? null,
});

const groupByEndpoint = (rows: readonly LoadedDelivery[]): Map<string, LoadedDelivery[]> => {
  const groups = new Map<string, LoadedDelivery[]>();
  for (const row of rows) {
    const group = groups.get(row.endpointId);
    if (group) group.push(row);
    else groups.set(row.endpointId, [row]);
  }
  return groups;
};

/** By endpoint, in the order of the rows. */
export const loadTexts = async (
  pool: pg.Pool,
  log: Log,
  rows: readonly WaitingDeliveryRow[],
): Promise<Map<string, LoadedDelivery[]>> => {
  const bodies = rows.length === 0 ? new Map<string, string>() : await bodiesOf(pool, log, rows);
  return groupByEndpoint(rows.map((row) => toLoaded(row, bodies)));
};
