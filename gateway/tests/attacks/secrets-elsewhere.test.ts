// A caller who may change an address, but does not know the secrets behind it, tries to have them sent elsewhere.

import { describe, expect, it } from 'vitest';
import { type Browser, signUpOwner } from '../support/browser.ts';
import { callCommand } from '../support/command-line.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { testEnvironment, useApiGateway } from '../support/gateway.ts';
import { answers } from '../support/receivers/behaviours.ts';
import { startReceiver } from '../support/receivers/receiver.ts';

const gateway = await useApiGateway({ environment: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } });
const owner = await signUpOwner(gateway);
const rightful = await startReceiver(answers(200, '{}'));
const thief = await startReceiver(answers(200, '{}'));
const hush = 'k7f3-hush-9d2e';

const stolen = (): string => JSON.stringify(thief.requests.map(({ headers, path }) => [headers, path]));
const change = (path: string, body: object) => owner.call('PATCH', path, { body });

describe('the headers of a webhook', () => {
  const make = async (browser: Browser): Promise<string> => {
    const body = { url: rightful.url, headers: { 'X-Auth': hush } };
    const { body: made } = await browser.post<{ id: string }>('/api/v1/webhooks', body);
    return `/api/v1/webhooks/${made.id}`;
  };

  it('are not sent to another origin with the address alone', async () => {
    const path = await make(owner);
    const refused = await change(path, { url: thief.url });
    expectProblem(refused, 'secrets_required', { pointer: '/headers' });
    await owner.post(`${path}/test`);
    expect(stolen()).not.toContain(hush);
    expect(rightful.requests.at(-1)?.headers['x-auth']).toBe(hush);
  });

  it('stay when only the path changes', async () => {
    const path = await make(owner);
    expect((await change(path, { url: `${rightful.url}/other?x=1` })).status).toBe(200);
    await owner.post(`${path}/test`);
    expect(rightful.requests.at(-1)).toMatchObject({ path: '/hook/other?x=1', headers: { 'x-auth': hush } });
  });

  it('may be given anew, or dropped, together with the address', async () => {
    const path = await make(owner);
    expect((await change(path, { url: thief.url, headers: { 'X-Auth': 'another-one' } })).status).toBe(200);
    expect((await change(path, { url: rightful.url, headers: {} })).status).toBe(200);
    expect((await change(path, { url: thief.url })).status).toBe(200);
    await owner.post(`${path}/test`);
    expect(stolen()).not.toContain(hush);
  });
});

describe('the credentials of a sender', () => {
  const secrets = { access_token: hush, app_secret: `${hush}-app`, verify_token: `${hush}-verify` };
  let account = 0;

  const make = async (): Promise<string> => {
    const fields = { phone_number_id: `10000${account++}`, base_url: rightful.url, ...secrets };
    const wish = { name: 'Desk', provider: 'meta_cloud', fields };
    const { status, body, text } = await owner.post<{ id: string }>('/api/v1/senders', wish);
    expect(status, text).toBe(201);
    return `/api/v1/senders/${body.id}`;
  };

  it('are not sent to another origin with the base address alone', async () => {
    const path = await make();
    const refused = await change(path, { fields: { base_url: thief.url } });
    expectProblem(refused, 'secrets_required', { pointer: '/fields/access_token' });
    // One secret of three is not enough either.
    const partly = await change(path, { fields: { base_url: thief.url, access_token: 'mine-all-mine' } });
    expectProblem(partly, 'secrets_required', { pointer: '/fields/app_secret' });
    await owner.post(`${path}/test`);
    expect(stolen()).not.toContain(hush);
    expect(rightful.requests.at(-1)?.headers.authorization).toBe(`Bearer ${hush}`);
  });

  it('are not sent to the default origin by taking the base address back', async () => {
    expectProblem(await change(await make(), { fields: { base_url: '' } }), 'secrets_required');
  });

  it('stay when only the path of the base address changes', async () => {
    const path = await make();
    expect((await change(path, { fields: { base_url: `${rightful.url}/graph` } })).status).toBe(200);
    await owner.post(`${path}/test`);
    expect(rightful.requests.at(-1)?.path).toMatch(/^\/hook\/graph\//);
  });

  it('may be given anew together with the base address', async () => {
    const mine = { access_token: 'mine-all-mine', app_secret: 'mine-too', verify_token: 'mine-as-well' };
    expect((await change(await make(), { fields: { base_url: thief.url, ...mine } })).status).toBe(200);
  });

  it('are asked for by the command line too', async () => {
    const path = await make();
    const words = ['sender', 'set', '--company', owner.companyId, '--sender', path.split('/').at(-1) ?? ''];
    const outcome = await callCommand({
      words: [...words, '--field', `base_url=${thief.url}`],
      environment: testEnvironment(gateway.database.url),
    });
    expect(outcome).toMatchObject({ code: 4, stderr: expect.stringContaining('access_token') });
  });
});
