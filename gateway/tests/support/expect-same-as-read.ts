// An event that is handed over from memory must say the same as one that is read back: the same text, to the letter.

import { expect } from 'vitest';
import type { EmittedEvent } from '../../src/events/emitted-event.ts';
import { bodyOf } from '../../src/webhooks/lanes/hand-over.ts';
import { loadBodies } from '../../src/webhooks/lanes/read-deliveries.ts';
import type { TestDatabase } from './database.ts';

/** The company gets a row, because the events of many tests belong to none. */
export const expectSameAsRead = async (
  database: TestDatabase,
  emitted: readonly EmittedEvent[],
): Promise<void> => {
  const companies = [...new Set(emitted.map((event) => event.company_id))];
  const timezone = 'Asia/Riyadh';
  for (const id of companies) {
    await database.query(
      `insert into companies (id, name, timezone, plan) values ($1, 'Any', $2, 'active')
       on conflict (id) do update set timezone = $2`,
      [id, timezone],
    );
  }
  const keys = emitted.map((event) => ({ companyId: event.company_id, eventId: event.id }));
  const client = await database.connect();
  const read = await loadBodies(client, keys).finally(() => client.end());
  expect(emitted.map((event) => bodyOf({ ...event, timezone }))).toEqual(
    emitted.map((event) => read.get(event.id)),
  );
};
