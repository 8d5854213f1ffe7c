// Calls to webhooks as Webhook Logs shows them, made by a gateway that really delivers.

import type { CallDetail, CallSummary } from '@hudhud/contract/calls.ts';
import type { Delivery } from '@hudhud/contract/deliveries.ts';
import { describe, expect, it } from 'vitest';
import { type TestCompany, useGateway } from './support/gateway.ts';
import { answers, fails, isGone, redirectsTo } from './support/receivers/behaviours.ts';
import { useReceiver } from './support/receivers/receiver.ts';
import { waitUntil } from './support/wait-until.ts';
import { createWebhook, writeEvent } from './support/webhook-calls.ts';

const gateway = await useGateway({
  environment: { ROLES: 'api,webhooks', WEBHOOK_ALLOWED_NETWORKS: 'loopback' },
});

const list = async (company: TestCompany, query: string): Promise<CallSummary[]> => {
  const answer = await company.get<{ data: CallSummary[] }>(`/api/v1/calls?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

/** The calls to a webhook, newest first, once there are so many. */
const callsTo = (company: TestCompany, webhook: { id: string }, count = 1): Promise<CallSummary[]> =>
  waitUntil(`${count} calls were made`, async () => {
    const found = await list(company, `webhook_id=${webhook.id}`);
    return found.length >= count && found;
  });

const read = async (company: TestCompany, call: CallSummary | undefined): Promise<CallDetail> =>
  (await company.get<CallDetail>(`/api/v1/calls/${call?.id}`)).body;

describe('a call to a webhook', () => {
  it('shows what was sent and what came back, headers and address included, secrets left out', async () => {
    const company = await gateway.createCompany();
    const receiver = await useReceiver(
      answers(202, 'thank you', { 'x-answer': 'yes', 'set-cookie': 'a=hush' }),
    );
    const webhook = await createWebhook(company, { url: receiver.url, headers: { 'X-Key': 'hush' } });
    const eventId = await writeEvent(gateway.database, company);
    const [summary] = await callsTo(company, webhook);
    const call = await read(company, summary);
    const [request] = receiver.requests;
    expect(call).toEqual({
      ...summary,
      kind: 'webhook',
      sender_id: null,
      message_id: null,
      webhook_id: webhook.id,
      delivery_id: expect.stringMatching(/^dlv_/),
      event_id: eventId,
      attempt: 1,
      method: 'POST',
      url: receiver.url,
      status: 202,
      outcome: 'sent',
      failure_code: null,
      error_class: null,
      next_attempt_at: null,
      address: '127.0.0.1',
      request_headers: {
        'x-key': '[removed]',
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Hudhud-Webhooks',
        'webhook-id': eventId,
        'webhook-timestamp': request?.headers['webhook-timestamp'],
        'webhook-signature': request?.headers['webhook-signature'],
      },
      answer_headers: expect.objectContaining({ 'x-answer': 'yes', 'set-cookie': '[removed]' }),
      request_body: request?.body,
      answer_body: 'thank you',
      failure: null,
    });
    expect(JSON.stringify(call)).not.toContain('hush');
  });

  it('that failed shows where it broke and when it is retried', async () => {
    const company = await gateway.createCompany();
    const webhook = await createWebhook(company, { url: (await useReceiver(fails)).url });
    await writeEvent(gateway.database, company);
    const [call] = await callsTo(company, webhook);
    expect(call).toMatchObject({ outcome: 'retry', status: 500, error_class: 'status', attempt: 1 });
    expect(Date.parse(call?.next_attempt_at ?? '')).toBeGreaterThan(Date.parse(call?.started_at ?? ''));
    expect((await read(company, call)).failure).toMatchObject({
      title: 'The receiver answered with an error',
    });
    const delivery = await company.get<Delivery>(`/api/v1/deliveries/${call?.delivery_id}`);
    expect(delivery.body.next_attempt_at).toBe(call?.next_attempt_at);
  });

  it.each([
    ['answers 410', isGone, { outcome: 'suspended', status: 410, error_class: 'gone' }],
    [
      'redirects',
      redirectsTo('http://10.0.0.1/'),
      { outcome: 'retry', status: 302, error_class: 'redirect' },
    ],
  ])('that %s is recorded by its outcome', async (_, behaviour, expected) => {
    const company = await gateway.createCompany();
    const webhook = await createWebhook(company, { url: (await useReceiver(behaviour)).url });
    await writeEvent(gateway.database, company);
    expect((await callsTo(company, webhook))[0]).toMatchObject(expected);
  });

  it('where no server listens shows no answer, and the address that was tried', async () => {
    const company = await gateway.createCompany();
    const receiver = await useReceiver(fails);
    await receiver.close();
    const webhook = await createWebhook(company, { url: receiver.url });
    await writeEvent(gateway.database, company);
    const [call] = await callsTo(company, webhook);
    expect(await read(company, call)).toMatchObject({
      status: null,
      outcome: 'retry',
      error_class: 'refused',
      answer_headers: null,
      answer_body: null,
      request_headers: { 'webhook-id': call?.event_id },
    });
  });

  it('can be found by its webhook and by its delivery', async () => {
    const company = await gateway.createCompany();
    const [one, other] = [
      await createWebhook(company, { url: (await useReceiver(answers(200))).url }),
      await createWebhook(company, { url: (await useReceiver(answers(200))).url }),
    ];
    await writeEvent(gateway.database, company);
    await writeEvent(gateway.database, company);
    const found = await callsTo(company, one, 2);
    await callsTo(company, other, 2);
    expect(found.map(({ webhook_id }) => webhook_id)).toEqual([one.id, one.id]);
    const [newest] = found;
    expect(await list(company, `delivery_id=${newest?.delivery_id}`)).toEqual([newest]);
    expect(await list(company, `webhook_id=${other.id}&delivery_id=${newest?.delivery_id}`)).toEqual([]);
    expect(await list(company, 'kind=webhook')).toHaveLength(4);
    const stranger = await gateway.createCompany();
    expect(await list(stranger, `webhook_id=${one.id}`)).toEqual([]);
    expect(await list(stranger, `delivery_id=${newest?.delivery_id}`)).toEqual([]);
  });

  it('of which something else wrote the headers is shown without them', async () => {
    const company = await gateway.createCompany();
    const webhook = await createWebhook(company, { url: (await useReceiver(answers(200))).url });
    await writeEvent(gateway.database, company);
    const [call] = await callsTo(company, webhook);
    await gateway.database.query(
      `update calls set request_headers = 'x', answer_headers = '{"a":1,"b":"c"}' where company_id = $1`,
      [company.uuid],
    );
    expect(await read(company, call)).toMatchObject({ request_headers: null, answer_headers: { b: 'c' } });
  });
});
