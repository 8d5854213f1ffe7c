// A viewer looks for other people's secrets in the Event Monitor, the list of webhooks and the webhook log.

import { describe, expect, it } from 'vitest';
import { type Browser, signUpMember, signUpOwner } from '../support/browser.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { useApiGateway } from '../support/gateway.ts';
import { startReceiver } from '../support/receivers/receiver.ts';
import { waitUntil } from '../support/wait-until.ts';

const gateway = await useApiGateway({ environment: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } });
const owner = await signUpOwner(gateway);
const viewer = await signUpMember(gateway, owner, 'viewer');
viewer.companyId = owner.companyId;

const hush = 'k7f3-hush-9d2e';
const headers = { 'X-Api-Key': `${hush}-1`, Cookie: `session=${hush}-2`, 'X-Auth': `Basic ${hush}-3` };
const url = `http://127.0.0.1:9/hook?token=${hush}-4&k=${hush}-5`;

interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** The Event Monitor's view of the newest request to a path, once it is recorded. */
const monitored = async (browser: Browser, method: string, path: string): Promise<string> => {
  const row = await waitUntil('the request was recorded', async () => {
    const { body } = await browser.get<{ data: Row[] }>('/api/v1/requests');
    return body.data.find((found) => found.method === method && found.path === path);
  });
  const { status, text } = await browser.get(`/api/v1/requests/${row.id}`);
  expect(status).toBe(200);
  return text;
};

const makeWebhook = async (address: string): Promise<string> => {
  const { status, body, text } = await owner.post<{ id: string }>('/api/v1/webhooks', {
    url: address,
    headers,
  });
  expect(status, text).toBe(201);
  return body.id;
};

describe('a viewer in the Event Monitor', () => {
  it('sees the names of webhook headers and parameters, and none of their values', async () => {
    await makeWebhook(url);
    const text = await monitored(viewer, 'POST', '/api/v1/webhooks');
    expect(text).not.toContain(hush);
    expect(text).toContain('X-Auth');
    expect(text).toContain('?token=[removed]&k=[removed]');
  });

  it('sees none of them after a change', async () => {
    const path = `/api/v1/webhooks/${await makeWebhook(url)}`;
    const changed = await owner.call('PATCH', path, { body: { url: `${url}&more=${hush}`, headers } });
    expect(changed.status).toBe(200);
    expect(await monitored(viewer, 'PATCH', path)).not.toContain(hush);
  });

  it.each([
    ['a misspelt field', { url, hedaers: headers }, 'unknown_field' as const],
    ['headers as a list', { url, headers: [`X-Auth: ${hush}`] }, 'wrong_type' as const],
    ['headers as a text', { url, headers: `X-Auth: ${hush}` }, 'wrong_type' as const],
  ])('sees none of them in a request that was refused for %s', async (_name, body, code) => {
    const path = `/api/v1/webhooks?attempt=${Math.random()}`;
    expectProblem(await owner.post(path, body), code);
    expect(await monitored(viewer, 'POST', path)).not.toContain(hush);
  });

  it('sees none of them in a body that is broken, or was sent to a misspelt path', async () => {
    const path = `/api/v1/webhooks?attempt=${Math.random()}`;
    const broken = `{"url":"${url}","headers":{"X-Auth":"${hush}"}`;
    const call = { body: broken, headers: { 'content-type': 'application/json' } };
    expectProblem(await owner.call('POST', path, call), 'invalid_json');
    expect(await monitored(viewer, 'POST', path)).not.toContain(hush);
    expectProblem(await owner.post('/api/v1/webhoks', { url, headers }), 'route_not_found');
    const text = await monitored(viewer, 'POST', '/api/v1/webhoks');
    expect(text).not.toContain(hush);
    expect(text).toContain('headers');
  });

  it('sees no credentials of a sender, whatever the provider calls them', async () => {
    const fields = { phone_number_id: '1', access_token: hush, app_secret: hush, verify_token: hush };
    const body = { name: 'Desk', provider: 'meta_cloud', fields: { ...fields, pin: hush } };
    expectProblem(await owner.post('/api/v1/senders', body), 'unknown_field');
    expect(await monitored(viewer, 'POST', '/api/v1/senders')).not.toContain(hush);
  });

  it('sees no address of a webhook in what a program was answered', async () => {
    const program = gateway.adopt({ ...(await gateway.createCompany()), id: owner.companyId }, owner.token);
    expect((await program.get('/api/v1/webhooks')).text).toContain(`${hush}-4`);
    expect(await monitored(viewer, 'GET', '/api/v1/webhooks')).not.toContain(hush);
  });
});

describe('a viewer in the list of webhooks', () => {
  it('sees the address without the values in its query; those who may change it see it whole', async () => {
    const id = await makeWebhook(url);
    for (const path of ['/api/v1/webhooks', `/api/v1/webhooks/${id}`]) {
      expect((await viewer.get(path)).text).not.toContain(hush);
      expect((await owner.get(path)).text).toContain(`${hush}-4`);
    }
  });
});

describe('a viewer in the webhook log', () => {
  it('sees no secret that the receiver has echoed', async () => {
    const receiver = await startReceiver((response, request) => {
      const echo = { path: request.path, headers: request.headers };
      response.writeHead(500, { 'x-echo': String(request.headers['x-api-key']) });
      response.end(`${JSON.stringify(echo)} ${request.headers['x-auth']?.slice(6)}`);
    });
    const id = await makeWebhook(`${receiver.url}?token=${hush}-4`);
    const { body } = await owner.post<{ call_id: string }>(`/api/v1/webhooks/${id}/test`);
    expect(receiver.requests.at(-1)?.headers['x-api-key']).toBe(`${hush}-1`);
    const { status, text } = await viewer.get(`/api/v1/calls/${body.call_id}`);
    expect(status).toBe(200);
    expect(text).not.toContain(hush);
    expect(text).toContain('?token=[removed]');
    await receiver.close();
  });
});
