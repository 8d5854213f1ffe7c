// The simulator inside the gateway: a company's first sender, and who may steer what.

import type { Sender, SenderTest } from '@hudhud/contract/senders.ts';
import { describe, expect, it } from 'vitest';
import { createCompany } from '../src/companies/create-company.ts';
import { readConfig } from '../src/config/config.ts';
import { runsSimulator, withSimulatedSender } from '../src/simulator/runs-simulator.ts';
import { expectProblem } from './support/expect-problem.ts';
import { credentials, type TestCompany, testEnvironment, useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway({ environment: { SIMULATOR: 'yes' } });
const control = '/simulator/control';

/** A company as `hudhud company create` makes it where the simulator runs. */
const createTrial = async (): Promise<{ company: TestCompany; sender: Sender }> => {
  const { database, secrets } = gateway.running.storage;
  const config = readConfig({ ...testEnvironment(gateway.database.url), SIMULATOR: 'yes' });
  const created = await createCompany(
    database.pool,
    secrets,
    { name: 'Trial', timezone: 'UTC', plan: 'trial', trialDays: 14 },
    withSimulatedSender(config, secrets),
  );
  const company = gateway.adopt({ ...(await gateway.createCompany()), id: created.companyId }, created.token);
  const { body } = await company.get<{ data: Sender[] }>('/api/v1/senders');
  expect(body.data).toHaveLength(1);
  return { company, sender: body.data[0] as Sender };
};

const ours = await createTrial();
const theirs = await createTrial();

const inbound = (caller: TestCompany, account: string, text: string) =>
  caller.call('POST', `${control}/numbers/${account}/inbound`, { body: { from: '966501234567', text } });

describe('the setting SIMULATOR', () => {
  it.each([
    ['auto', null, true],
    ['auto', 'postgres://x', false],
    ['yes', 'postgres://x', true],
    ['no', null, false],
  ] as const)('%s with the database %s: %s', (simulator, databaseUrl, runs) => {
    expect(runsSimulator({ simulator, databaseUrl })).toBe(runs);
  });

  it('leaves nothing of the simulator behind when it is no', async () => {
    const without = await useApiGateway({ database: gateway.database, environment: { SIMULATOR: 'no' } });
    const answer = await without.call('GET', `${control}/magic-numbers`, {
      headers: { ...ours.company.headers, accept: 'application/json' },
    });
    expect(answer.status).toBe(404);
  });
});

describe("a new company's simulated sender", () => {
  it('is its default, and shows no credentials', () => {
    expect(ours.sender).toMatchObject({
      name: 'Simulator',
      provider: 'meta_cloud',
      is_default: true,
      is_simulated: true,
      state: 'connected',
      phone_number: expect.stringMatching(/^\+1555[2-9]\d{6}$/),
      fields: {},
    });
  });

  it('works: the adapter reaches the simulator of this very process', async () => {
    const { body } = await ours.company.call<SenderTest>('POST', `/api/v1/senders/${ours.sender.id}/test`);
    expect(body).toMatchObject({ is_working: true, phone_number: ours.sender.phone_number });
  });

  it('has a number of its own, which no other company gets', () => {
    expect(ours.sender.account).not.toBe(theirs.sender.account);
  });

  it('can have brothers', async () => {
    const { company } = await createTrial();
    const body = { name: 'Second', provider: 'meta_cloud', fields: {}, is_simulated: true };
    const made = await company.call<Sender>('POST', '/api/v1/senders', { body });
    expect(made).toMatchObject({ status: 201, body: { is_simulated: true, is_default: false } });
    const withFields = { ...body, fields: { phone_number_id: theirs.sender.account } };
    expectProblem(await company.call('POST', '/api/v1/senders', { body: withFields }), 'invalid_value');
  });

  it('becomes a real one by a whole set of credentials, and no longer reaches the simulator', async () => {
    const { company, sender } = await createTrial();
    const change = (fields: object) =>
      company.call<Sender>('PATCH', `/api/v1/senders/${sender.id}`, { body: { fields } });
    expectProblem(await change({ access_token: 'x' }), 'missing_field', {
      pointer: '/fields/phone_number_id',
    });
    const fields = {
      phone_number_id: '106540352242922',
      access_token: 'x',
      app_secret: 'y',
      verify_token: 'z',
      base_url: 'http://127.0.0.1:1',
    };
    expect((await change(fields)).body).toMatchObject({ is_simulated: false, phone_number: null });
    const { body } = await company.call<SenderTest>('POST', `/api/v1/senders/${sender.id}/test`);
    expect(body).toMatchObject({ is_working: false, failure: { code: 'connection_failed' } });
    expect((await inbound(company, sender.account, 'Hi')).status).toBe(404);
  });

  it('cannot take the number of another company: its account is never given from outside', async () => {
    const { company, sender } = await createTrial();
    const fields = {
      phone_number_id: theirs.sender.account,
      access_token: 'x',
      app_secret: 'y',
      verify_token: 'z',
    };
    await company.call('PATCH', `/api/v1/senders/${sender.id}`, { body: { fields } });
    expect((await inbound(company, theirs.sender.account, 'Hi')).status).toBe(404);
    const { body } = await theirs.company.call<SenderTest>(
      'POST',
      `/api/v1/senders/${theirs.sender.id}/test`,
    );
    expect(body.is_working).toBe(true);
  });
});

describe('the control API of the simulator', () => {
  it('lets a company write to its own number and see what came of it', async () => {
    expect((await inbound(ours.company, ours.sender.account, 'Hello, clinic')).status).toBe(202);
    const { account } = ours.sender;
    const list = await ours.company.get(`${control}/conversations?phone_number_id=${account}`);
    const one = await ours.company.get(`${control}/conversations/${account}/966501234567`);
    expect([list.status, one.status]).toEqual([200, 200]);
    expect(list.text).toContain('Hello, clinic');
    expect(one.text).toContain('Hello, clinic');
    expect((await ours.company.get(`${control}/ledger?phone_number_id=${account}`)).status).toBe(200);
  });

  it('shows the magic numbers to every company', async () => {
    const { status, text } = await ours.company.get(`${control}/magic-numbers`);
    expect(status).toBe(200);
    expect(text).toContain('throughput_reached');
  });

  const theirNumber = theirs.sender.account;
  const ourNumber = ours.sender.account;

  it.each([
    ['POST', `numbers/${theirNumber}/inbound`, { from: '966501234567', text: 'x' }],
    ['POST', `numbers/${theirNumber}/marketing`, { wa_id: '966501234567', value: 'stop' }],
    ['POST', `numbers/${theirNumber}/webhooks`, { field: 'messages', value: {} }],
    ['POST', `numbers/${theirNumber}/verify`, undefined],
    ['GET', `conversations?phone_number_id=${theirNumber}`, undefined],
    ['GET', `conversations/stream?phone_number_id=${theirNumber}`, undefined],
    ['GET', `conversations/${theirNumber}/966501234567`, undefined],
    ['GET', `ledger?phone_number_id=${theirNumber}`, undefined],
    ['GET', `ledger/pace?phone_number_id=${theirNumber}`, undefined],
  ])("answers 404 to %s %s, which is another company's", async (method, path, body) => {
    await inbound(theirs.company, theirNumber, 'confidential');
    const answer = await ours.company.call(method, `${control}/${path}`, body ? { body } : {});
    expect(answer.status, answer.text).toBe(404);
    expect(answer.text).not.toContain('confidential');
    expect(answer.text).not.toContain(theirNumber);
  });

  it.each([
    'conversations',
    'conversations/stream',
    'ledger',
    'ledger/pace',
    `conversations?phone_number_id=${ourNumber}&phone_number_id=${theirNumber}`,
    `conversations?phone_number_id=${ourNumber}&phoneNumberId=${theirNumber}`,
    `conversations?phoneNumberId=${theirNumber}&phone_number_id=${ourNumber}`,
    `ledger?phone_number_id=${ourNumber}&phone_numberId=${theirNumber}`,
    `ledger?phone_number_id=${ourNumber}&phone%4eumber_id=${theirNumber}`,
    `ledger?phoneNumberId=${theirNumber}`,
  ])('refuses GET %s, which does not name exactly one number of the company', async (path) => {
    const answer = await ours.company.get(`${control}/${path}`);
    expect([400, 404]).toContain(answer.status);
    expect(answer.text).not.toContain('confidential');
  });

  it.each([
    ['GET', 'settings'],
    ['PATCH', 'settings'],
    ['GET', 'numbers'],
    ['POST', 'numbers'],
    ['GET', `numbers/${ourNumber}`],
    ['PATCH', `numbers/${ourNumber}`],
    ['DELETE', `numbers/${ourNumber}`],
    ['GET', 'people'],
    ['PUT', 'people/966501234567'],
    ['DELETE', 'people/966501234567'],
    ['GET', 'faults'],
    ['POST', 'faults'],
    ['DELETE', 'faults'],
    ['DELETE', 'faults/1'],
    ['GET', 'ledger/count'],
    ['GET', `ledger/count?phone_number_id=${ourNumber}`],
    ['GET', 'ledger/wait?count=1'],
    ['POST', 'ledger/flush'],
    ['DELETE', 'ledger'],
    ['PATCH', 'templates/1'],
    ['GET', 'webhooks'],
    ['GET', 'stats'],
    ['POST', 'reset'],
  ])("is closed for %s %s, which is everybody's", async (method, path) => {
    const answer = await ours.company.call(method, `${control}/${path}`);
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'control_closed' } } });
  });

  it.each([
    ['no credentials', {}],
    ['a wrong token', credentials(ours.company.id, 'wrong')],
    ["another company's token", credentials(ours.company.id, theirs.company.token)],
  ])('refuses %s before it reads a body', async (_name, headers) => {
    for (const [method, path] of [
      ['GET', 'magic-numbers'],
      ['GET', 'settings'],
      ['POST', `numbers/${ourNumber}/inbound`],
    ] as const) {
      const body = method === 'POST' ? 'this is not JSON' : undefined;
      const answer = await gateway.call(method, `${control}/${path}`, { headers, ...(body && { body }) });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 401 });
    }
  });

  it('is open to anybody, without credentials, only when SIMULATOR_CONTROL says so', async () => {
    const rig = await useApiGateway({
      database: gateway.database,
      environment: { SIMULATOR: 'yes', SIMULATOR_CONTROL: 'open' },
    });
    expect((await rig.call('GET', `${control}/settings`)).status).toBe(200);
    expect((await rig.call('GET', `${control}/ledger`)).status).toBe(200);
  });
});

describe('the Cloud API of the simulator', () => {
  it('opens with the token of a number only, not with that of a company', async () => {
    const path = `/simulator/v24.0/${ours.sender.account}`;
    const answer = await ours.company.get(path);
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 190 } } });
  });

  it('is not part of the API reference', async () => {
    expect((await gateway.call('GET', '/openapi.json')).text).not.toContain('/simulator');
  });
});
