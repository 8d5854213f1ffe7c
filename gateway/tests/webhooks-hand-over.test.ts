// New deliveries are sent from memory; the table is read only when it may hold more than memory does.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStatusRecorder } from '../src/messages/statuses/status-recorder.ts';
import { newUuid } from '../src/platform/ids.ts';
import type { WebhookEngine } from '../src/webhooks/engine.ts';
import { deliveryIdOf } from '../src/webhooks/lanes/hand-over.ts';
import { insertOutgoing, type OutgoingMessage } from './support/outgoing-message.ts';
import { takesIt, waits } from './support/receivers/behaviours.ts';
import { startReceiver } from './support/receivers/receiver.ts';
import { waitUntil } from './support/wait-until.ts';
import { useWebhookStage } from './support/webhook-stage.ts';

const stage = await useWebhookStage();
const { pool, database } = stage;
/** Only the first round runs: everything that is sent later came by a notification. */
const seldom = { roundMilliseconds: 600_000 };

/** How often the deliveries that wait were looked for since. */
const countLooks = (): (() => number) => {
  const query: (...values: unknown[]) => unknown = pool.query.bind(pool);
  let looks = 0;
  pool.query = ((...values: [{ name?: string }]) => {
    if (values[0].name === 'find-waiting-deliveries') looks += 1;
    return query(...values);
  }) as typeof pool.query;
  return () => looks;
};

const statusNames = ['sent', 'delivered', 'read', 'failed'] as const;
type StatusName = (typeof statusNames)[number];

const record = async (
  engine: WebhookEngine,
  messages: readonly OutgoingMessage[],
  status: StatusName,
): Promise<void> =>
  await createStatusRecorder({ writers: pool, listener: engine }).record(
    messages.map(({ companyId, id, echo }) => ({
      companyId,
      senderId: newUuid(),
      status: {
        providerMessageId: `wamid.${id}`,
        status,
        at: new Date(),
        recipient: '966501234567',
        echo,
        failure: null,
        raw: {},
      },
    })),
  );

const untilDelivered = (webhookId: string, count: number) =>
  waitUntil(`${count} deliveries are written down`, async () => {
    const rows = await stage.deliveriesOf(webhookId);
    return rows.length === count && rows.every(({ state }) => state === 'delivered') && rows;
  });

const untilLookedAround = async (engine: WebhookEngine, companyId: string, webhookId: string) => {
  await stage.writeEvents(companyId, [{}]);
  engine.notice([companyId]);
  await untilDelivered(webhookId, 1);
};

describe('an event that was just written', () => {
  it('is sent without reading the table', async () => {
    const receiver = await startReceiver(takesIt);
    const companyId = await stage.createCompany();
    const { id } = await stage.addWebhook(companyId, { url: receiver.url });
    const engine = await stage.startEngine(seldom);
    await untilLookedAround(engine, companyId, id);
    const looks = countLooks();
    const messages = await insertOutgoing(database, companyId, 15);
    await record(engine, messages, 'sent');
    await record(engine, messages, 'delivered');
    await untilDelivered(id, 31);
    expect(looks()).toBe(0);
    expect(receiver.requests.length).toBe(31);
    const received = receiver.requests.slice(1).map(({ body }) => JSON.parse(body).data);
    for (const message of messages) {
      const own = received.filter((data) => data.provider_message_id === `wamid.${message.id}`);
      expect(own.map(({ status }) => status)).toEqual(['sent', 'delivered']);
    }
    await engine.stop();
    await receiver.close();
  });

  it('queues behind the deliveries in the table, and each is sent once', async () => {
    const receiver = await startReceiver(waits(5));
    const companyId = await stage.createCompany();
    const { id } = await stage.addWebhook(companyId, { url: receiver.url, concurrency: 2 });
    const engine = await stage.startEngine(seldom);
    const messages = await insertOutgoing(database, companyId, 120);
    await Promise.all(
      statusNames.slice(0, 3).map(async (status, turn) => {
        for (let index = 0; index < messages.length; index += 7) {
          await record(engine, messages.slice(index, index + 7), status);
          if (index % (3 + turn) === 0) await stage.writeEvents(companyId, []);
        }
      }),
    );
    const rows = await untilDelivered(id, 360);
    expect(receiver.requests.length).toBe(360);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(360);
    expect(rows.every(({ attempt }) => attempt === 1)).toBe(true);
    await engine.stop();
    await receiver.close();
  });
});

describe('a delivery that is handed over', () => {
  it('has the id that the database gives it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.uuid(), async (eventId, webhookId) => {
        const [row] = await database.query<{ id: string }>('select delivery_id($1, $2) as id', [
          eventId,
          webhookId,
        ]);
        expect(deliveryIdOf(eventId, webhookId)).toBe(row?.id);
      }),
      { numRuns: 50 },
    );
  });

  it('is what the webhook asked for, as the database sees it', async () => {
    const receiver = await startReceiver(takesIt);
    const companyId = await stage.createCompany();
    const wishes = [
      {},
      { events: ['message_status'] },
      { events: ['incoming_message'] },
      { events: ['message_status'], statuses: ['read', 'failed'] },
      { statuses: ['delivered'] },
    ] as const;
    const webhooks = [];
    for (const [index, wish] of wishes.entries()) {
      webhooks.push(await stage.addWebhook(companyId, { url: `${receiver.url}/${index}`, ...wish } as never));
    }
    const engine = await stage.startEngine(seldom);
    engine.notice([companyId]);
    const messages = await insertOutgoing(database, companyId, 3);
    for (const status of statusNames) await record(engine, messages, status);
    const asked = [12, 12, 0, 6, 3];
    for (const [index, { id }] of webhooks.entries()) await untilDelivered(id, asked[index] ?? 0);
    const received = wishes.map(
      (_, index) => receiver.requests.filter(({ path }) => path.endsWith(`/${index}`)).length,
    );
    expect(received).toEqual(asked);
    await engine.stop();
    await receiver.close();
  });

  it('is delivered in the time zone that the company has by now', async () => {
    const receiver = await startReceiver(takesIt);
    const companyId = await stage.createCompany();
    const { id } = await stage.addWebhook(companyId, { url: receiver.url });
    const engine = await stage.startEngine(seldom);
    await untilLookedAround(engine, companyId, id);
    await database.query(`update companies set timezone = 'Asia/Kolkata' where id = $1`, [companyId]);
    const messages = await insertOutgoing(database, companyId, 20);
    let count = 1;
    await waitUntil('the new offset is used', async () => {
      engine.noticeChange();
      await record(engine, messages.slice(count - 1, count), 'sent');
      count += 1;
      await untilDelivered(id, count);
      return JSON.parse(receiver.requests.at(-1)?.body ?? '').timestamp.endsWith('+05:30');
    });
    await engine.stop();
    await receiver.close();
  });
});
