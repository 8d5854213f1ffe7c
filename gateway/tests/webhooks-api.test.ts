// The API of webhooks, seen by a company and by a real receiver.

import type { Delivery, DeliveryDetail, Recovery } from '@hudhud/contract/deliveries.ts';
import type { RotatedSecret, Webhook, WebhookDetail, WebhookTest } from '@hudhud/contract/webhooks.ts';
import { describe, expect, it } from 'vitest';
import { sign } from '../src/webhooks/signing.ts';
import { expectProblem } from './support/expect-problem.ts';
import { type TestCompany, useGateway } from './support/gateway.ts';
import type { Answer } from './support/http-client.ts';
import { answers, fails, isGone, takesIt } from './support/receivers/behaviours.ts';
import { type Behaviour, type ReceivedRequest, useReceiver } from './support/receivers/receiver.ts';
import { waitUntil } from './support/wait-until.ts';
import { createWebhook, writeEvent } from './support/webhook-calls.ts';

const gateway = await useGateway({
  environment: { ROLES: 'api,webhooks', WEBHOOK_ALLOWED_NETWORKS: 'loopback' },
});

const receive = (behaviour: Behaviour = takesIt) => useReceiver(behaviour);

const post = <Body>(company: TestCompany, path: string, body?: object): Promise<Answer<Body>> =>
  company.call<Body>('POST', path, body ? { body } : {});

const deliveriesOf = async (company: TestCompany, webhook: { id: string }): Promise<Delivery[]> =>
  (await company.get<{ data: Delivery[] }>(`/api/v1/deliveries?webhook_id=${webhook.id}`)).body.data;

const inState = (
  company: TestCompany,
  webhook: { id: string },
  state: string,
  count = 1,
): Promise<Delivery[]> =>
  waitUntil(`${count} deliveries are ${state}`, async () => {
    const found = (await deliveriesOf(company, webhook)).filter((delivery) => delivery.state === state);
    return found.length >= count && found;
  });

const signatureBy = (secret: string, { headers, body }: ReceivedRequest): string =>
  sign({
    id: String(headers['webhook-id']),
    timestampSeconds: Number(headers['webhook-timestamp']),
    body,
    secrets: [secret],
  });

describe('a webhook', () => {
  it('is made with a secret that is shown once, read, listed, changed and deleted', async () => {
    const company = await gateway.createCompany();
    const { url } = await receive();
    const made = await createWebhook(company, {
      url,
      description: 'Clinic',
      events: ['message_status'],
      statuses: ['read', 'failed'],
      headers: { 'X-Key': 'hush' },
      deliveries_per_second: 20,
      concurrency: 3,
    });
    expect(made.secret).toMatch(/^whsec_/);
    expect(made).toMatchObject({
      url,
      events: ['message_status'],
      statuses: ['read', 'failed'],
      header_names: ['x-key'],
      deliveries_per_second: 20,
      concurrency: 3,
      state: 'active',
      reason: null,
    });
    const path = `/api/v1/webhooks/${made.id}`;
    const read = await company.get<WebhookDetail>(path);
    expect(read.body).toMatchObject({ id: made.id, waiting: 0, health: { consecutive_failures: 0 } });
    expect(read.text).not.toContain('whsec_');
    expect(read.text).not.toContain('hush');
    const changed = await company.call<Webhook>('PATCH', path, {
      body: { description: 'Desk', events: [], headers: {}, deliveries_per_second: 0 },
    });
    expect(changed.body).toMatchObject({
      url,
      description: 'Desk',
      events: [],
      statuses: ['read', 'failed'],
      header_names: [],
      deliveries_per_second: 0,
      concurrency: 3,
    });
    const again = await createWebhook(company, { url });
    const list = await company.get<{ data: Webhook[] }>('/api/v1/webhooks');
    expect(list.body.data.map(({ id }) => id)).toEqual([again.id, made.id]);
    expect((await company.call('DELETE', path)).status).toBe(200);
    expectProblem(await company.get(path), 'webhook_not_found');
    expectProblem(await company.call('DELETE', path), 'webhook_not_found');
    const left = await company.get<{ data: Webhook[] }>('/api/v1/webhooks');
    expect(left.body.data.map(({ id }) => id)).toEqual([again.id]);
  });

  it.each([
    ['an address inside', { url: 'http://10.0.0.1/hook' }, 'webhook_url_blocked', '/url'],
    ['the metadata service', { url: 'http://169.254.169.254/' }, 'webhook_url_blocked', '/url'],
    ['another protocol', { url: 'ftp://example.com/' }, 'invalid_webhook_url', '/url'],
    ['credentials in the URL', { url: 'https://me:pass@example.com/' }, 'invalid_webhook_url', '/url'],
    ['a header of ours', { headers: { 'Webhook-Id': 'x' } }, 'invalid_webhook_header', '/headers/Webhook-Id'],
    ['a header that ends too early', { headers: { a: 'b\r\nc: d' } }, 'invalid_webhook_header', '/headers/a'],
    ['an unknown event', { events: ['everything'] }, 'invalid_value', '/events/0'],
    ['a test to subscribe to', { events: ['test'] }, 'invalid_value', '/events/0'],
    ['an unknown status', { statuses: ['lost'] }, 'invalid_value', '/statuses/0'],
    ['no concurrency', { concurrency: 0 }, 'invalid_value', '/concurrency'],
    ['a misspelt field', { evnets: [] }, 'unknown_field', '/evnets'],
  ] as const)('is refused with %s, when made and when changed', async (_name, fields, code, pointer) => {
    const company = await gateway.createCompany();
    const good = { url: 'https://example.com/hook' };
    const refused = await company.call('POST', '/api/v1/webhooks', { body: { ...good, ...fields } });
    expectProblem(refused, code, { pointer });
    const { id } = await createWebhook(company, good);
    const unchanged = await company.call('PATCH', `/api/v1/webhooks/${id}`, { body: fields });
    expectProblem(unchanged, code, { pointer });
  });

  it('answers a test with what the receiver did, whatever its state', async () => {
    const company = await gateway.createCompany();
    const receiver = await receive(answers(202, 'fine'));
    const { id, secret } = await createWebhook(company, { url: receiver.url, events: ['incoming_message'] });
    await post(company, `/api/v1/webhooks/${id}/pause`);
    const good = (await post<WebhookTest>(company, `/api/v1/webhooks/${id}/test`)).body;
    expect(good).toMatchObject({ is_delivered: true, answer_status: 202, failure: null });
    const [request] = receiver.requests;
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ id: good.event_id, event: 'test' });
    expect(request?.headers['webhook-signature']).toBe(signatureBy(secret, request as ReceivedRequest));
    receiver.behave(fails);
    const bad = (await post<WebhookTest>(company, `/api/v1/webhooks/${id}/test`)).body;
    expect(bad).toMatchObject({ is_delivered: false, answer_status: 500, failure: { code: 'status' } });
    const detail = await company.get<DeliveryDetail>(`/api/v1/deliveries/${bad.delivery_id}`);
    expect(detail.body).toMatchObject({
      state: 'failed',
      event: 'test',
      attempts: [{ call_id: bad.call_id, attempt: 1, answer_status: 500, failure: { code: 'status' } }],
    });
    expect((await company.get(`/api/v1/calls/${bad.call_id}`)).status).toBe(200);
  });

  it('changes its secret without a gap: both sign until the old one ends', async () => {
    const company = await gateway.createCompany();
    const receiver = await receive();
    const { id, secret } = await createWebhook(company, { url: receiver.url });
    const rotate = `/api/v1/webhooks/${id}/rotate-secret`;
    const rotated = (await post<RotatedSecret>(company, rotate, { grace_seconds: 3_600 })).body;
    expect(rotated.secret).not.toBe(secret);
    const signaturesOf = async (): Promise<string[]> => {
      await post(company, `/api/v1/webhooks/${id}/test`);
      return String(receiver.requests.at(-1)?.headers['webhook-signature']).split(' ');
    };
    const both = await signaturesOf();
    const last = receiver.requests.at(-1) as ReceivedRequest;
    expect(both).toEqual([signatureBy(rotated.secret, last), signatureBy(secret, last)]);
    const read = await company.get<Webhook>(`/api/v1/webhooks/${id}`);
    expect(read.body.previous_secret_until).toBe(rotated.previous_secret_until);
    const next = (await post<RotatedSecret>(company, rotate, { grace_seconds: 0 })).body;
    const alone = await signaturesOf();
    expect(alone).toEqual([signatureBy(next.secret, receiver.requests.at(-1) as ReceivedRequest)]);
  });

  it('uses the new secret for events as soon as it is rotated', async () => {
    const company = await gateway.createCompany();
    const receiver = await receive();
    const { id } = await createWebhook(company, { url: receiver.url });
    await writeEvent(gateway.database, company);
    await inState(company, { id }, 'delivered', 1);
    const { secret } = (await post<RotatedSecret>(company, `/api/v1/webhooks/${id}/rotate-secret`, {})).body;
    await waitUntil('an event is signed with the new secret', async () => {
      await writeEvent(gateway.database, company);
      const last = receiver.requests.at(-1);
      return last && String(last.headers['webhook-signature']).includes(signatureBy(secret, last));
    });
  });

  it('shows its health', async () => {
    const company = await gateway.createCompany();
    const receiver = await receive(fails);
    const { id } = await createWebhook(company, { url: receiver.url });
    await writeEvent(gateway.database, company);
    const read = async (): Promise<WebhookDetail> =>
      (await company.get<WebhookDetail>(`/api/v1/webhooks/${id}`)).body;
    const failing = await waitUntil('a failure shows', async () => {
      const webhook = await read();
      return webhook.health.consecutive_failures > 0 && webhook;
    });
    expect(failing).toMatchObject({ waiting: 1, health: { last_failure: { code: 'status' } } });
    expect(failing.health.failing_since).toBeTruthy();
    receiver.behave(takesIt);
    await post(company, `/api/v1/deliveries/${(await deliveriesOf(company, { id }))[0]?.id}/resend`);
    await waitUntil('a success shows', async () => (await read()).health.last_success_at);
    expect(await read()).toMatchObject({
      waiting: 0,
      health: { consecutive_failures: 0, failing_since: null },
    });
  });

  it('that is gone is disabled, can be resumed, and what it missed can be recovered', async () => {
    const company = await gateway.createCompany();
    const receiver = await receive(isGone);
    const { id, created_at: since } = await createWebhook(company, { url: receiver.url });
    await writeEvent(gateway.database, company);
    const disabled = await waitUntil('it is disabled', async () => {
      const { body } = await company.get<WebhookDetail>(`/api/v1/webhooks/${id}`);
      return body.state === 'disabled' && body;
    });
    expect(disabled.reason).toMatchObject({ code: 'gone' });
    await writeEvent(gateway.database, company);
    await inState(company, { id }, 'skipped', 2);
    receiver.behave(takesIt);
    const resumed = (await post<Webhook>(company, `/api/v1/webhooks/${id}/resume`)).body;
    expect(resumed).toMatchObject({ state: 'active', reason: null });

    const recover = `/api/v1/webhooks/${id}/recover`;
    const counted = await post<{ count: number }>(company, recover, { since, dry_run: true });
    expect([counted.status, counted.body]).toEqual([200, { count: 3 }]);
    const started = await post<Recovery>(company, recover, { since });
    expect(started.status).toBe(202);
    expect(started.body).toMatchObject({ webhook_id: id, only: 'failed', total: 3 });
    await inState(company, { id }, 'delivered', 3);
    const done = await waitUntil('the recovery is done', async () => {
      const path = `/api/v1/webhooks/${id}/recoveries/${started.body.id}`;
      const { body } = await company.get<Recovery>(path);
      return body.state === 'done' && body;
    });
    expect(done).toMatchObject({ total: 3, put_back: 3 });
    expect(done.finished_at).toBeTruthy();
    expect(receiver.requests.length).toBe(4);
  });

  it('gets everything again when asked to recover all, a page at a time, one recovery at a time', async () => {
    const company = await gateway.createCompany();
    const receiver = await receive();
    const { id, created_at: since } = await createWebhook(company, { url: receiver.url });
    for (let count = 0; count < 3; count += 1) await writeEvent(gateway.database, company);
    await inState(company, { id }, 'delivered', 3);
    await post(company, `/api/v1/webhooks/${id}/pause`);
    const recover = `/api/v1/webhooks/${id}/recover`;
    const until = new Date(Date.now() + 1_000).toISOString();
    expect((await post(company, recover, { since, until })).status).toBe(202);
    expectProblem(await post(company, recover, { since, until, only: 'all' }), 'recovery_running');
    await post(company, `/api/v1/webhooks/${id}/resume`);
    await waitUntil('the first recovery is done', async () => {
      const answer = await post(company, recover, { since, until, only: 'all' });
      return answer.status === 202;
    });
    await waitUntil('all arrived twice', () => receiver.requests.length === 6);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(3);
    expectProblem(
      await company.get(`/api/v1/webhooks/${id}/recoveries/rcv_01kagx5p9ne0ps4a2v7qk3m8dz`),
      'recovery_not_found',
    );
    expectProblem(await post(company, recover, { since: '2026-12-31T23:59:60Z' }), 'invalid_value');
  });
});

describe('a delivery', () => {
  it('is listed by webhook, state, event and message, and read with its attempts', async () => {
    const company = await gateway.createCompany();
    const [good, bad] = [await receive(), await receive(fails)];
    const [one, two] = [
      await createWebhook(company, { url: good.url }),
      await createWebhook(company, { url: bad.url }),
    ];
    const eventId = await writeEvent(gateway.database, company);
    const [delivered] = await inState(company, one, 'delivered');
    const failing = await waitUntil('the other was tried', async () => {
      const [delivery] = await deliveriesOf(company, two);
      return delivery && delivery.attempts_made > 0 && delivery;
    });
    const idsOf = async (query: string): Promise<string[]> =>
      (await company.get<{ data: Delivery[] }>(`/api/v1/deliveries?${query}`)).body.data.map(({ id }) => id);
    expect((await idsOf('')).sort()).toEqual([delivered?.id, failing.id].sort());
    expect(await idsOf('state=delivered')).toEqual([delivered?.id]);
    expect(await idsOf('state=failed')).toEqual([]);
    expect(await idsOf('event=incoming_message')).toEqual([]);
    expect((await idsOf('event=sender_state')).length).toBe(2);
    expect(await idsOf('message_id=msg_01kagx5p9ne0ps4a2v7qk3m8dz')).toEqual([]);
    const { body } = await company.get<DeliveryDetail>(`/api/v1/deliveries/${failing.id}`);
    expect(body).toMatchObject({
      event_id: eventId,
      webhook_id: two.id,
      state: 'waiting',
      answer_status: 500,
      error_class: 'status',
      attempts: [{ attempt: 1, answer_status: 500, error_class: 'status' }],
    });
    expect(body.next_attempt_at).toBe(body.attempts[0]?.next_attempt_at);
    expectProblem(
      await company.get('/api/v1/deliveries/dlv_01kagx5p9ne0ps4a2v7qk3m8dz'),
      'delivery_not_found',
    );
    expectProblem(await company.get('/api/v1/deliveries/msg_01kagx5p9ne0ps4a2v7qk3m8dz'), 'invalid_id');
  });

  it('is sent again with the same id, a fresh timestamp and a new attempt', async () => {
    const company = await gateway.createCompany();
    const receiver = await receive();
    const webhook = await createWebhook(company, { url: receiver.url });
    const eventId = await writeEvent(gateway.database, company);
    const [delivery] = await inState(company, webhook, 'delivered');
    const path = `/api/v1/deliveries/${delivery?.id}`;
    const again = await post<Delivery>(company, `${path}/resend`);
    expect([again.status, again.body.state]).toEqual([202, 'waiting']);
    await waitUntil('it arrived again', () => receiver.requests.length === 2);
    const [first, second] = receiver.requests;
    expect(second?.headers['webhook-id']).toBe(eventId);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-signature']).toBe(signatureBy(webhook.secret, second as ReceivedRequest));
    const detail = await waitUntil('the second attempt is written down', async () => {
      const { body } = await company.get<DeliveryDetail>(path);
      return body.attempts.length === 2 && body.state === 'delivered' && body;
    });
    expect(detail).toMatchObject({ state: 'delivered', attempts_made: 2 });
    await company.call('DELETE', `/api/v1/webhooks/${webhook.id}`);
    expectProblem(await post(company, `${path}/resend`), 'webhook_not_found');
  });
});
