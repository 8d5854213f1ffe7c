// A text is looked for in the events and messages of deliveries, and only in the days that these are of: the database takes
// its time for every day that a statement may touch.

import { beforeAll, expect, it } from 'vitest';
import { firstUuidAt, newUuid } from '../src/platform/ids.ts';
import { toIdRange } from '../src/platform/paging.ts';
import { listDeliveries } from '../src/webhooks/deliveries/queries.ts';
import { useDatabase } from './support/database.ts';

const database = await useDatabase();
const companyId = newUuid();
const sentAt = Date.now() - 5 * 86_400_000;
/** A message of days ago that is delivered today. */
const messageId = `${firstUuidAt(sentAt).slice(0, 14)}7${newUuid().slice(15)}`;

const searches: { readonly text: string; readonly values: unknown }[] = [];
const pool = database.openPool(1);
pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...words: unknown[]) => unknown;
  client.query = ((...words: unknown[]) => {
    const [text, values] = words;
    if (typeof text === 'string' && text.startsWith('with') && text.includes('ilike'))
      searches.push({ text, values });
    return query(...words);
  }) as typeof client.query;
});

const find = (text: string) => listDeliveries(pool, companyId, toIdRange('deliveries', {}), { text });

beforeAll(async () => {
  await database.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider)
     values ($1, $2, 'out', 'read', 'text', '+966501234567', 'Your parcel is here', 'meta_cloud')`,
    [companyId, messageId],
  );
  for (const [id, about, data] of [
    [newUuid(), messageId, '{}'],
    [newUuid(), null, '{"state":"disconnected"}'],
  ]) {
    await database.query(
      `insert into events (company_id, id, type, at, message_id, data) values ($1, $2, 'sender_state', now(), $3, $4)`,
      [companyId, id, about, data],
    );
    await database.query(
      `insert into deliveries (company_id, id, endpoint_id, event_id, event_type, message_id, state)
       select $1, delivery_id($2, $1), $1, $2, 'sender_state', $3, 'delivered'`,
      [companyId, id, about],
    );
  }
});

it('a text of the message, of the event or of neither', async () => {
  expect(await find('parcel')).toMatchObject([{ message_id: messageId }]);
  expect(await find('disconnected')).toMatchObject([{ message_id: null }]);
  expect(await find('sender_state')).toHaveLength(2);
  expect(await find('nobody wrote this')).toEqual([]);
});

it('is looked for in the days of its message and no others', async () => {
  searches.length = 0;
  await find('parcel');
  expect(searches).toHaveLength(1);
  const [{ text, values } = { text: '', values: [] }] = searches;
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values as unknown[]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const day = new Date(sentAt).toISOString().slice(0, 10).replaceAll('-', '');
  expect(new Set(plan.match(/messages_\d{8}/g))).toEqual(new Set([`messages_${day}`]));
});
