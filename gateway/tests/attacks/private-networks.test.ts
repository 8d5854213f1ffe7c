// A company that wants to reach the operator's own machine, by a webhook or by a sender's base address, while the
// simulator runs and the operator has allowed no private network. Only the simulator's own senders get through, to it alone.

import type { Delivery } from '@hudhud/contract/deliveries.ts';
import type { Sender, SenderTest } from '@hudhud/contract/senders.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../support/expect-problem.ts';
import { sendingEnvironment, type TestCompany, useGateway } from '../support/gateway.ts';
import { takesIt } from '../support/receivers/behaviours.ts';
import { startReceiver } from '../support/receivers/receiver.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createWebhook, writeEvent } from '../support/webhook-calls.ts';

const gateway = await useGateway({
  environment: { ...sendingEnvironment, SIMULATOR: 'yes', WEBHOOK_ALLOWED_NETWORKS: 'none' },
});
/** On the same database, and more generous; it only serves the API. */
const generous = await useGateway({
  database: gateway.database,
  environment: { ROLES: 'api', SIMULATOR: 'yes', WEBHOOK_ALLOWED_NETWORKS: 'loopback' },
});

const target = await startReceiver(takesIt, { address: '0.0.0.0' });
const targetOfV6 = await startReceiver(takesIt, { address: '::1' });
afterAll(() => Promise.all([target.close(), targetOfV6.close()]));

const expectNothingReached = (): void => {
  expect([...target.requests, ...targetOfV6.requests]).toEqual([]);
};

const { port } = target;
const ownPort = new URL(gateway.address).port;

const addresses: readonly (readonly [string, string])[] = [
  ['loopback', `http://127.0.0.1:${port}`],
  ['another loopback', `http://127.8.9.10:${port}`],
  ['the name of this machine', `http://localhost:${port}`],
  ['loopback with a trailing dot', `http://127.0.0.1.:${port}`],
  ['loopback in decimal', `http://2130706433:${port}`],
  ['loopback in octal', `http://0177.0.0.1:${port}`],
  ['loopback in hexadecimal', `http://0x7f000001:${port}`],
  ['loopback in short', `http://127.1:${port}`],
  ['nowhere', `http://0.0.0.0:${port}`],
  ['loopback of IPv6', `http://[::1]:${targetOfV6.port}`],
  ['loopback, mapped', `http://[::ffff:127.0.0.1]:${port}`],
  ['loopback behind NAT64', `http://[64:ff9b::7f00:1]:${port}`],
  ['the gateway itself', `http://127.0.0.1:${ownPort}`],
  ['the simulator itself', `http://127.0.0.1:${ownPort}/simulator`],
  ['the API past the simulator', `http://127.0.0.1:${ownPort}/simulator/..`],
];

const addSender = async (company: TestCompany, baseUrl: string): Promise<Sender> => {
  const fields = {
    phone_number_id: '106540352242922',
    access_token: 'token',
    app_secret: 'secret',
    verify_token: 'verify',
    base_url: baseUrl,
  };
  const body = { name: 'Inside', provider: 'meta_cloud', fields };
  const answer = await company.call<Sender>('POST', '/api/v1/senders', { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

const testOf = async (company: TestCompany, { id }: Sender): Promise<SenderTest> =>
  (await company.call<SenderTest>('POST', `/api/v1/senders/${id}/test`)).body;

const callsOf = async (company: TestCompany): Promise<string> => (await company.get('/api/v1/calls')).text;

describe('with no private network allowed, and the simulator running, a webhook', () => {
  it.each(addresses)('to %s is refused when it is made', async (_name, url) => {
    const company = await gateway.createCompany();
    const answer = await company.call('POST', '/api/v1/webhooks', { body: { url: `${url}/hook` } });
    expectProblem(answer, 'webhook_url_blocked');
  });

  it('that was made when it was allowed reaches nothing any more, and shows no answer', async () => {
    const company = await gateway.createCompany();
    const elsewhere = generous.adopt(company);
    const webhook = await createWebhook(elsewhere, { url: `http://127.0.0.1:${port}/hook` });
    await writeEvent(gateway.database, company);
    const [delivery] = await waitUntil('the delivery has failed', async () => {
      const { body } = await company.get<{ data: Delivery[] }>(`/api/v1/deliveries?webhook_id=${webhook.id}`);
      return body.data.some(({ state }) => state === 'failed') && body.data;
    });
    expect(delivery).toMatchObject({ error_class: 'blocked', answer_status: null });
    const tested = await company.call('POST', `/api/v1/webhooks/${webhook.id}/test`);
    expect(tested.text).toContain('not a public address');
    expectNothingReached();
    expect(await callsOf(company)).not.toContain('"status":200');
  });
});

describe('with no private network allowed, and the simulator running, a sender', () => {
  it.each(addresses)('whose base address is %s is not called by a test', async (_name, url) => {
    const company = await gateway.createCompany();
    const test = await testOf(company, await addSender(company, url));
    expect(test).toMatchObject({ is_working: false });
    expect(JSON.stringify(test)).toContain('not a public address');
    expectNothingReached();
  });

  it.each(['loopback', 'the simulator itself'])('whose base address is %s sends nothing', async (name) => {
    const company = await gateway.createCompany();
    const url = addresses.find(([one]) => one === name)?.[1] ?? '';
    const sender = await addSender(company, url);
    const sent = await company.send({ from: sender.id }, { prefer: 'respond-async' });
    expect(sent.status, sent.text).toBe(202);
    await waitUntil('the attempt was refused', async () => {
      const timeline = await company.get(`/api/v1/messages/${sent.body.message_id}/timeline`);
      return timeline.text.includes('connection_blocked');
    });
    expect(await callsOf(company)).not.toContain('"status":200');
    expectNothingReached();
  });

  it('that is simulated works: it has a way of its own', async () => {
    const company = await gateway.createCompany();
    const { body } = await company.get<{ data: [Sender] }>('/api/v1/senders');
    expect(await testOf(company, body.data[0])).toMatchObject({ is_working: true });
    expect(await company.send()).toMatchObject({ status: 200, body: { status: 'sent' } });
  });
});
