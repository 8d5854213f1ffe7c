// Statements about many messages look each one up, also on a day that PostgreSQL knows nothing of yet, beside a history that is
// much larger than what is asked for.

import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { watchWork } from '../../tests/support/statement-work.ts';
import { insertHistory } from '../dispatch/tests-support/history.ts';
import { insertMessage, newLane, readMessage } from '../dispatch/tests-support/lane-table.ts';
import { firstUuid } from '../platform/database/look-floor.ts';
import { newUuid } from '../platform/ids.ts';
import { cancelAll } from './opt-outs/queries.ts';
import { findRecipientRows } from './recipients/queries.ts';
import { findByProviderIds } from './statuses/parked/queries.ts';
import { recordStatuses } from './statuses/queries.ts';

const database = await useDatabase();
const pool = database.openPool(1);
const watch = watchWork(pool);
const lane = newLane();
const { companyId } = lane;
const asked = 500;
let old: string[] = [];
/** Some of long ago, and many of now. */
let sent: string[] = [];

const insertSent = async (): Promise<string[]> => {
  const ids = Array.from({ length: asked }, () => newUuid());
  await database.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id, attempt)
     select $1, id, 'out', 'sent', 'text', '+966501234567', 'Hello', 'meta_cloud', $2, 1 from unnest($3::uuid[]) as id`,
    [companyId, lane.senderId, ids],
  );
  return ids;
};

beforeAll(async () => {
  old = await insertHistory(database, lane, 20_000);
  sent = [...old.slice(0, 3), ...(await insertSent())];
  await database.query(
    `insert into message_statuses (company_id, message_id, attempt, status, at, provider_message_id)
     select $1, id, 1, status, now(), case when status = 'sent' then 'wamid.' || id end
     from unnest($2::uuid[]) as id cross join unnest(array['sent', 'delivered']) as status`,
    [companyId, [...old, ...sent.slice(3)]],
  );
});

describe('looks', () => {
  it('find the messages behind the ids of providers', async () => {
    const work = await watch(async () => {
      const keys = sent.map((id) => ({ companyId, providerMessageId: `wamid.${id}` }));
      const found = await findByProviderIds(pool, keys, firstUuid);
      expect(found.map(({ messageId }) => messageId).toSorted()).toEqual(sent.toSorted());
    });
    expect(work.rows, work.text).toBeLessThan(sent.length * 10);
  });

  it('find the recipients of messages', async () => {
    const work = await watch(async () => {
      const keys = sent.map((messageId) => ({ companyId, messageId }));
      expect(await findRecipientRows(pool, keys)).toHaveLength(sent.length);
    });
    expect(work.rows, work.text).toBeLessThan(sent.length * 10);
  });
});

it('messages that wait for people who have opted out are cancelled by their keys, each message with an event of its own', async () => {
  const ids = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      insertMessage(database, lane, index % 2 === 0 ? {} : { dueIn: '1 hour' }),
    ),
  );
  const alreadySending = await insertMessage(database, lane, { status: 'sending', attempt: 1 });
  const elsewhere = old[0] ?? '';
  const named = [...ids, alreadySending, elsewhere];
  const eventIds = named.map(() => newUuid());
  const work = await watch(() =>
    cancelAll(pool, companyId, named, eventIds, '{"code":"recipient_opted_out"}'),
  );
  expect(work.rows, work.text).toBeLessThan(named.length * 15);
  for (const id of [ids[0], ids.at(-1)]) {
    expect(await readMessage(database, lane, id ?? '')).toMatchObject({
      status: 'cancelled',
      is_waiting: false,
      is_due_later: false,
      failure: '{"code":"recipient_opted_out"}',
    });
  }
  expect((await readMessage(database, lane, alreadySending)).status).toBe('sending');
  expect((await readMessage(database, lane, elsewhere)).status).toBe('read');
  const events = await database.query<{ id: string; message_id: string; data: string }>(
    `select id, message_id, status, sender_id, data from events where company_id = $1`,
    [companyId],
  );
  expect(events.map(({ message_id: id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(new Set(events.map(({ id }) => id)).size).toBe(ids.length);
  expect(eventIds).toEqual(expect.arrayContaining(events.map(({ id }) => id)));
  expect(events[0]).toMatchObject({
    status: 'cancelled',
    sender_id: lane.senderId,
    data: '{"failure" : {"code":"recipient_opted_out"}}',
  });
  expect(
    await database.query(
      `select count(*)::integer as count from message_statuses where company_id = $1 and status = 'cancelled'`,
      [companyId],
    ),
  ).toEqual([{ count: ids.length }]);
});

describe('statuses', () => {
  const { writers } = database.openAsGateway();
  const watchWriters = watchWork(writers);

  it.each([
    ['of what is delivered', 'delivered', {}],
    ['of what failed and is sent again', 'failed', { retryFailure: '{}', retrySeconds: 30 }],
  ] as const)('%s are recorded without comparing each with each', async (_name, status, retry) => {
    const rows = (await insertSent()).map((messageId) => ({
      companyId,
      messageId,
      attempt: 1,
      status,
      at: new Date().toISOString(),
      providerMessageId: `wamid.${messageId}`,
      failure: status === 'failed' ? '{}' : null,
      raw: null,
      senderId: lane.senderId,
      eventId: newUuid(),
      ...retry,
    }));
    const work = await watchWriters(async () => {
      const { strays, emitted } = await recordStatuses(writers, rows, true);
      expect(strays.size).toBe(0);
      expect(emitted).toHaveLength(status === 'failed' ? 0 : rows.length);
    });
    expect(work.rows, work.text).toBeLessThan(asked * 40);
    expect((await readMessage(database, lane, rows[0]?.messageId ?? '')).status).toBe(
      status === 'failed' ? 'queued' : status,
    );
  });
});
