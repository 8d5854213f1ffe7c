// Issue 14, line 12: two processes of the gateway on one DATABASE_URL. The floods of lines 1 and 5 reach the first; sends of
// another company are answered `sent` by both, also when the flooded process owns the lane of its sender.

import type { Message } from '@hudhud/contract/messages.ts';
import type { Sender } from '@hudhud/contract/senders.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { findFreePort, type GatewayProcess, spawnGateway } from '../faults/support/gateway-process.ts';
import { goodPassword } from '../support/browser.ts';
import { useDatabase } from '../support/database.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { credentials, goodSend, testEnvironment } from '../support/gateway.ts';
import { type Answer, createHttpClient, type HttpClient } from '../support/http-client.ts';
import { readFigure } from '../support/metrics.ts';
import { openCrowd, unfinishedChunks } from '../support/slow-requests.ts';
import { waitUntil } from '../support/wait-until.ts';

const bounds = { INBOX_REQUESTS_MAX: '40', CALLBACK_REQUESTS_MAX: '12', STRANGER_SECONDS: '60' };

const database = await useDatabase();
const started: GatewayProcess[] = [];
afterAll(async () => {
  for (const gateway of started) await gateway.kill();
});

const startProcess = async (): Promise<HttpClient & { readonly address: string }> => {
  const port = await findFreePort();
  const gateway = spawnGateway(port, {
    ...testEnvironment(database.url),
    PORT: String(port),
    ROLES: 'api,dispatch',
    SEND_WAIT_SECONDS: '30',
    ...bounds,
  });
  started.push(gateway);
  await gateway.ready();
  return { ...createHttpClient(gateway.address), address: gateway.address };
};

const [attacked, second] = await Promise.all([startProcess(), startProcess()]);
afterAll(() => Promise.all([attacked.close(), second.close()]));
const both = [attacked, second];

interface Company {
  readonly headers: Record<string, string>;
  readonly callbackPath: string;
  send(at: HttpClient): Promise<Answer<Message & { message_id: string }>>;
}

const signUp = async (name: string): Promise<Company> => {
  const answer = await attacked.call<{ token: string; companies: { id: string }[] }>(
    'POST',
    '/api/v1/sign-up',
    {
      body: { name, email: `${name}@example.com`, password: goodPassword, company_name: name },
      headers: { 'x-hudhud-client': 'dashboard' },
    },
  );
  expect(answer.status, answer.text).toBe(201);
  const headers = credentials(answer.body.companies[0]?.id ?? '', answer.body.token);
  const senders = await attacked.call<{ data: Sender[] }>('GET', '/api/v1/senders', { headers });
  return {
    headers,
    callbackPath: new URL(senders.body.data[0]?.callback_url ?? '').pathname,
    send: (at) => at.call('POST', '/api/v1/messages/send', { headers, body: goodSend }),
  };
};

const greedy = await signUp('greedy');
const healthy = await signUp('healthy');

const expectServed = async (): Promise<void> => {
  const sends = await Promise.all([...both, ...both, ...both].map((at) => healthy.send(at)));
  expect(sends.map(({ status, body }) => [status, body.status])).toEqual(sends.map(() => [200, 'sent']));
};

const signIn = (at: HttpClient): Promise<Answer> =>
  at.call('POST', '/api/v1/sign-in', {
    body: { email: 'a@example.com', password: 'wrong wrong wrong' },
    headers: { 'x-hudhud-client': 'dashboard' },
  });

describe('while the first of two processes is flooded', () => {
  it('with unfinished sign-ins, both send for companies, and the second signs people in', async () => {
    const crowd = await openCrowd(attacked.address, 200, '/api/v1/sign-in', unfinishedChunks);
    await waitUntil('the crowd was let in or turned away', () => crowd.answered(429) === 200 - 64);
    await expectServed();
    expectProblem(await signIn(attacked), 'too_many_open_requests');
    expectProblem(await signIn(second), 'sign_in_refused');
    expect(await readFigure(second, 'hudhud_stranger_requests')).toBe(0);
    crowd.breakOff();
    await waitUntil('the first signs people in again', async () => (await signIn(attacked)).status === 401);
  });

  it('with unfinished requests of a company, both send for others, and the second for that company too', async () => {
    expect((await greedy.send(attacked)).status).toBe(200);
    const headers = { ...greedy.headers, 'content-type': 'application/json', 'content-length': '1000' };
    const crowd = await openCrowd(attacked.address, 50, '/api/v1/messages/send', { headers, body: '{"to":' });
    await waitUntil('the crowd was let in or turned away', () => crowd.answered(429) === 50 - 20);
    await expectServed();
    expectProblem(await greedy.send(attacked), 'too_many_open_requests');
    const elsewhere = await greedy.send(second);
    expect([elsewhere.status, elsewhere.body.status]).toEqual([200, 'sent']);
    crowd.breakOff();
  });

  it('with unfinished callbacks of a sender, the statuses of others arrive', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '8000000' };
    const crowd = await openCrowd(attacked.address, 10, greedy.callbackPath, { headers, body: '{' });
    // Callbacks of the sends before hold places too at this moment, so more than six may be turned away.
    await waitUntil('the share was full', () => crowd.answered(429) >= 10 - 4);
    const sent = await Promise.all(both.map((at) => healthy.send(at)));
    for (const { body } of sent) {
      await waitUntil('its delivery was reported by a callback', async () => {
        const path = `/api/v1/messages/${body.message_id}`;
        const found = await second.call<Message>('GET', path, { headers: healthy.headers });
        return ['delivered', 'read'].includes(found.body.status);
      });
    }
    expect(
      await readFigure(attacked, 'hudhud_bounds_reached_total{bound="callback_share"}'),
    ).toBeGreaterThanOrEqual(6);
    crowd.breakOff();
  });
});
