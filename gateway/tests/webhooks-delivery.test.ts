import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { setWebhookState } from '../src/webhooks/registered/queries.ts';
import { sign } from '../src/webhooks/signing.ts';
import { answers, fails, takesIt, waits } from './support/receivers/behaviours.ts';
import { type ReceivedRequest, startReceiver } from './support/receivers/receiver.ts';
import { waitUntil } from './support/wait-until.ts';
import { useWebhookStage } from './support/webhook-stage.ts';

const stage = await useWebhookStage();
await stage.startEngine();

const delivered = (webhookId: string, count: number) =>
  waitUntil(`${count} deliveries were written down as delivered`, async () => {
    const rows = await stage.deliveriesOf(webhookId);
    return rows.filter(({ state }) => state === 'delivered').length === count && rows;
  });

/** As a customer would: with a library that is not ours. Throws when the signature is wrong. */
const verify = (secret: string, { headers, body }: ReceivedRequest): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe('an event', () => {
  it('reaches the webhook, signed, with the payload of the contract, and is written down', async () => {
    const receiver = await startReceiver(answers(200, 'thank you', { 'x-answer': 'yes' }));
    const companyId = await stage.createCompany();
    const { id, secret } = await stage.addWebhook(companyId, {
      url: receiver.url,
      headers: { 'X-Api-Key': 'very secret' },
    });
    const [eventId = ''] = await stage.writeEvents(companyId, [{ data: { state: 'connected' } }]);
    const [delivery] = await delivered(id, 1);
    const [request] = receiver.requests;
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': toPublicId('event', eventId),
      'x-api-key': 'very secret',
    });
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      event: 'sender_state',
      data: { state: 'connected' },
      timestamp: expect.stringMatching(/\+03:00$/),
    });
    const timestampSeconds = Number(request?.headers['webhook-timestamp']);
    const expected = sign({
      id: toPublicId('event', eventId),
      timestampSeconds,
      body: request?.body ?? '',
      secrets: [secret],
    });
    expect(request?.headers['webhook-signature']).toBe(expected);
    expect(verify(secret, request as ReceivedRequest)).toMatchObject({ event: 'sender_state' });
    expect(delivery).toMatchObject({ attempt: 1, answer_status: 200, due_at: null });
    const [call] = await stage.callsOf(id);
    expect(call).toMatchObject({
      outcome: 'sent',
      status: 200,
      attempt: 1,
      url: receiver.url,
      address: '127.0.0.1',
      answer_body: 'thank you',
      request_body: request?.body,
      failure: null,
      next_attempt_at: null,
    });
    expect(JSON.parse(call?.answer_headers ?? '')).toMatchObject({ 'x-answer': 'yes' });
    expect(call?.request_headers).toContain('x-api-key');
    expect(JSON.stringify(call)).not.toContain('very secret');
    await receiver.close();
  });

  it('reaches every webhook that wants it, and no other', async () => {
    const companyId = await stage.createCompany();
    const otherCompany = await stage.createCompany();
    const receiver = await startReceiver(takesIt);
    const { url } = receiver;
    const all = await stage.addWebhook(companyId, { url });
    const incoming = await stage.addWebhook(companyId, { url, events: ['incoming_message'] });
    const failed = await stage.addWebhook(companyId, {
      url,
      events: ['message_status'],
      statuses: ['failed'],
    });
    const foreign = await stage.addWebhook(otherCompany, { url });
    await stage.writeEvents(companyId, [
      { type: 'incoming_message' },
      { type: 'message_status', status: 'sent' },
      { type: 'message_status', status: 'failed' },
      { type: 'sender_state' },
    ]);
    await delivered(all.id, 4);
    await delivered(incoming.id, 1);
    await delivered(failed.id, 1);
    expect(await stage.deliveriesOf(foreign.id)).toEqual([]);
    await receiver.close();
  });

  it('that is rolled back leaves no delivery', async () => {
    const companyId = await stage.createCompany();
    const receiver = await startReceiver(takesIt);
    const { id } = await stage.addWebhook(companyId, { url: receiver.url });
    const client = await stage.database.connect();
    await client.query('begin');
    await client.query(
      `insert into events (company_id, id, type, at) values ($1, $2, 'sender_state', now())`,
      [companyId, newUuid()],
    );
    const inside = await client.query('select 1 from deliveries where company_id = $1', [companyId]);
    expect(inside.rowCount).toBe(1);
    await client.query('rollback');
    await client.end();
    expect(await stage.deliveriesOf(id)).toEqual([]);
    await receiver.close();
  });

  it('without a notification is found by the poll', async () => {
    const companyId = await stage.createCompany();
    const receiver = await startReceiver(takesIt);
    const { id } = await stage.addWebhook(companyId, { url: receiver.url });
    await stage.database.query(
      `insert into events (company_id, id, type, at) values ($1, $2, 'sender_state', now())`,
      [companyId, newUuid()],
    );
    await delivered(id, 1);
    await receiver.close();
  });
});

describe('many events', () => {
  it('all arrive exactly once, within the concurrency', async () => {
    const companyId = await stage.createCompany();
    let underWay = 0;
    let most = 0;
    const receiver = await startReceiver(async (response, request, count) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await waits(2)(response, request, count);
      underWay -= 1;
    });
    const { id, secret } = await stage.addWebhook(companyId, { url: receiver.url, concurrency: 4 });
    const ids: string[] = [];
    for (let page = 0; page < 5; page += 1) {
      ids.push(
        ...(await stage.writeEvents(
          companyId,
          Array.from({ length: 60 }, () => ({})),
        )),
      );
    }
    await delivered(id, 300);
    const received = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(received.length).toBe(300);
    for (const request of receiver.requests) verify(secret, request);
    expect(new Set(received)).toEqual(new Set(ids.map((event) => toPublicId('event', event))));
    expect(most).toBeLessThanOrEqual(4);
    await receiver.close();
  });

  it('about one message arrive in order, though several are under way at once', async () => {
    const companyId = await stage.createCompany();
    const seen: string[] = [];
    const receiver = await startReceiver(async (response, request, count) => {
      // The earlier, the slower: without care the later ones would overtake.
      await waits(Math.max(1, 30 - count))(response, request, count);
      const { data } = JSON.parse(request.body) as { data: { message_id: string; status: string } };
      seen.push(`${data.message_id} ${data.status}`);
    });
    const { id } = await stage.addWebhook(companyId, { url: receiver.url, concurrency: 10 });
    const messages = Array.from({ length: 6 }, () => newUuid());
    const statuses = ['sent', 'delivered', 'read'];
    await stage.writeEvents(
      companyId,
      statuses.flatMap((status) =>
        messages.map((messageId) => ({ type: 'message_status', status, messageId })),
      ),
    );
    await delivered(id, 18);
    for (const message of messages) {
      const own = seen.filter((line) => line.startsWith(toPublicId('message', message)));
      expect(own.map((line) => line.split(' ')[1])).toEqual(statuses);
    }
    await receiver.close();
  });

  it('keep to the rate of the webhook', async () => {
    const companyId = await stage.createCompany();
    const receiver = await startReceiver(takesIt);
    const { id } = await stage.addWebhook(companyId, { url: receiver.url, deliveries_per_second: 50 });
    await stage.writeEvents(
      companyId,
      Array.from({ length: 30 }, () => ({})),
    );
    await delivered(id, 30);
    const times = receiver.requests.map(({ receivedAt }) => receivedAt.getTime());
    // 30 at 50 a second take 580 ms; so much earlier would mean that nothing was paced.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(400);
    await receiver.close();
  });
});

describe('a paused webhook', () => {
  it('loses nothing: what happened meanwhile arrives when it is resumed', async () => {
    const companyId = await stage.createCompany();
    const receiver = await startReceiver(fails);
    const { id } = await stage.addWebhook(companyId, { url: receiver.url });
    await setWebhookState(stage.pool, companyId, id, 'paused');
    await stage.writeEvents(companyId, [{}, {}, {}]);
    expect((await stage.deliveriesOf(id)).map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ]);
    receiver.behave(takesIt);
    await setWebhookState(stage.pool, companyId, id, 'active');
    await delivered(id, 3);
    await receiver.close();
  });
});
