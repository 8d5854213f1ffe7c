// Senders over the API: connecting, changing, testing and deleting a WhatsApp number. The provider is a simulator of the
// test's own, so a connection is really made.

import type { Overview } from '@hudhud/contract/overview.ts';
import type { Sender, SenderTest } from '@hudhud/contract/senders.ts';
import { createSimulator } from '@hudhud/simulator/create-simulator.ts';
import { simulatorPlugin } from '@hudhud/simulator/simulator-plugin.ts';
import { fastify } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { fromPublicId, newUuid, toPublicId } from '../src/platform/ids.ts';
import { changeSenderState } from '../src/senders/change-state.ts';
import { expectProblem } from './support/expect-problem.ts';
import { type TestCompany, useApiGateway } from './support/gateway.ts';
import { requestIdOf, waitForRequest } from './support/request-rows.ts';

const gateway = await useApiGateway({
  environment: {
    LOG_REQUESTS: 'yes',
    LOG_LEVEL: 'trace',
    SIMULATOR: 'no',
    WEBHOOK_ALLOWED_NETWORKS: 'loopback',
  },
});

const simulator = createSimulator();
const provider = fastify();
await provider.register(simulatorPlugin, { simulator });
const providerAddress = await provider.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => Promise.all([provider.close(), simulator.close()]));

const secrets = {
  access_token: 'geheim-access-token',
  app_secret: 'geheim-app-secret',
  verify_token: 'geheim-verify-token',
};

let accounts = 0;
/** Fields that work at the provider of this test. */
const newFields = (): Record<string, string> => {
  accounts += 1;
  const phoneNumberId = `1065403522${accounts}`;
  simulator.registerNumber({
    phoneNumberId,
    displayPhoneNumber: '+1 555 078 3881',
    wabaId: '1',
    accessToken: secrets.access_token,
    appSecret: secrets.app_secret,
    verifyToken: secrets.verify_token,
    callbackUrl: null,
    verifiedName: 'Al Noor Clinic',
  });
  return { ...secrets, phone_number_id: phoneNumberId, base_url: providerAddress };
};

const newBody = (more: object = {}): object => ({
  name: 'Front desk',
  provider: 'meta_cloud',
  fields: newFields(),
  ...more,
});

const create = async (company: TestCompany, more: object = {}): Promise<Sender> => {
  const answer = await company.call<Sender>('POST', '/api/v1/senders', { body: newBody(more) });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

const pathOf = ({ id }: Sender): string => `/api/v1/senders/${id}`;
const change = (company: TestCompany, sender: Sender, body: object) =>
  company.call<Sender>('PATCH', pathOf(sender), { body });
const read = async (company: TestCompany, sender: Sender): Promise<Sender> =>
  (await company.get<Sender>(pathOf(sender))).body;
const test = (company: TestCompany, sender: Sender) =>
  company.call<SenderTest>('POST', `${pathOf(sender)}/test`);

const suspend = (company: TestCompany, sender: Sender) =>
  changeSenderState(gateway.running.storage.database.pool, {
    companyId: company.uuid,
    senderId: fromPublicId('sender', sender.id) ?? '',
    state: 'suspended',
    failure: {
      code: '190',
      title: 'Token',
      detail: 'expired',
      cause: 'It ended.',
      action: 'Make a new one.',
    },
  });

describe('GET /api/v1/providers', () => {
  it('says what a sender at each needs and may do', async () => {
    const company = await gateway.createCompany();
    const { status, body } = await company.get<{ data: object[] }>('/api/v1/providers');
    expect(status).toBe(200);
    expect(body.data).toContainEqual(
      expect.objectContaining({
        name: 'meta_cloud',
        fields: expect.arrayContaining([
          expect.objectContaining({
            name: 'access_token',
            is_secret: true,
            is_required: true,
            default: null,
          }),
          expect.objectContaining({ name: 'graph_version', is_required: false, default: 'v24.0' }),
        ]),
        limits: { messages_per_second: 80, pair_milliseconds: 6_000, pair_burst: 40 },
      }),
    );
  });
});

describe('POST /api/v1/senders', () => {
  it('connects a number and says where its callbacks go, but no secret', async () => {
    const company = await gateway.createCompany();
    const sender = await create(company, { messages_per_second: 20, phone_number: '+966 50 123 4567' });
    expect(sender).toMatchObject({
      id: expect.stringMatching(/^snd_/),
      name: 'Front desk',
      provider: 'meta_cloud',
      phone_number: '+966501234567',
      store_id: null,
      is_default: true,
      is_simulated: false,
      messages_per_second: 20,
      state: 'connected',
      failure: null,
      callback_url: `${gateway.address}/callbacks/meta_cloud/${company.id}/${sender.id}`,
      last_callback_at: null,
      fields: {
        phone_number_id: { is_set: true, value: sender.account },
        access_token: { is_set: true },
        app_secret: { is_set: true },
        verify_token: { is_set: true },
        waba_id: { is_set: false, value: '' },
        graph_version: { is_set: true, value: 'v24.0' },
        base_url: { is_set: true, value: providerAddress },
      },
    });
    expect(await read(company, sender)).toEqual(sender);
  });

  it("takes the provider's own pace when none is given, and belongs to a store when one is", async () => {
    const company = await gateway.createCompany();
    const [store] = await gateway.database.query<{ id: string }>(
      'select id from stores where company_id = $1',
      [company.uuid],
    );
    const storeId = toPublicId('store', store?.id ?? '');
    expect(await create(company, { store_id: storeId })).toMatchObject({
      store_id: storeId,
      messages_per_second: 80,
    });
  });

  it('makes the first the default, and a later one only when asked', async () => {
    const company = await gateway.createCompany();
    const [first, second] = [await create(company), await create(company)];
    expect([first.is_default, second.is_default]).toEqual([true, false]);
    const third = await create(company, { is_default: true });
    const { body } = await company.get<{ data: Sender[] }>('/api/v1/senders');
    expect(body.data.filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual([third.id]);
  });

  it.each([
    ['no name', { name: undefined }, 'missing_field', '/name'],
    ['an empty name', { name: '' }, 'invalid_value', '/name'],
    ['a blank name', { name: ' ' }, 'invalid_value', '/name'],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'invalid_value', '/name'],
    ['no provider', { provider: undefined }, 'missing_field', '/provider'],
    ['an unknown provider', { provider: 'pigeon' }, 'unknown_provider', '/provider'],
    ['no fields', { fields: undefined }, 'missing_field', '/fields'],
    ['fields of another kind', { fields: [] }, 'wrong_type', '/fields'],
    [
      'no token',
      { fields: { ...secrets, phone_number_id: '1', access_token: '' } },
      'missing_field',
      '/fields/access_token',
    ],
    [
      'an unknown field',
      { fields: { ...secrets, phone_number_id: '1', acess: 'x' } },
      'unknown_field',
      '/fields/acess',
    ],
    [
      'a number as a field',
      { fields: { ...secrets, phone_number_id: 1 } },
      'wrong_type',
      '/fields/phone_number_id',
    ],
    [
      'a broken address',
      { fields: { ...secrets, phone_number_id: '1', base_url: 'ftp://x' } },
      'invalid_value',
      '/fields/base_url',
    ],
    [
      'an address with credentials',
      { fields: { ...secrets, phone_number_id: '1', base_url: 'https://a:b@c' } },
      'invalid_value',
      '/fields/base_url',
    ],
    ['no pace', { messages_per_second: 0 }, 'invalid_value', '/messages_per_second'],
    ['too fast a pace', { messages_per_second: 10_001 }, 'invalid_value', '/messages_per_second'],
    ['half a pace', { messages_per_second: 1.5 }, 'wrong_type', '/messages_per_second'],
    ['an impossible number', { phone_number: '123' }, 'invalid_phone_number', '/phone_number'],
    ['a store id that is none', { store_id: 'x' }, 'invalid_id', '/store_id'],
    ['a store that is not there', { store_id: toPublicId('store', newUuid()) }, 'unknown_store', '/store_id'],
    ['the simulator where none runs', { is_simulated: true, fields: {} }, 'invalid_value', '/is_simulated'],
    ['a misspelt name of a field', { is_defautl: true }, 'unknown_field', '/is_defautl'],
  ] as const)('refuses %s', async (_name, more, code, pointer) => {
    const company = await gateway.createCompany();
    const answer = await company.call('POST', '/api/v1/senders', { body: newBody(more) });
    expectProblem(answer, code, { pointer });
    expect(answer.text).not.toContain('geheim');
    expect((await company.get<{ data: object[] }>('/api/v1/senders')).body.data).toEqual([]);
  });

  it('refuses a store of another company as if it did not exist', async () => {
    const [ours, theirs] = [await gateway.createCompany(), await gateway.createCompany()];
    const [store] = await gateway.database.query<{ id: string }>(
      'select id from stores where company_id = $1',
      [theirs.uuid],
    );
    const body = newBody({ store_id: toPublicId('store', store?.id ?? '') });
    expectProblem(await ours.call('POST', '/api/v1/senders', { body }), 'unknown_store');
  });

  it('refuses the same number twice for one company, but not for two', async () => {
    const [ours, theirs] = [await gateway.createCompany(), await gateway.createCompany()];
    const body = newBody();
    const first = await ours.call<Sender>('POST', '/api/v1/senders', { body });
    const problem = expectProblem(await ours.call('POST', '/api/v1/senders', { body }), 'sender_exists');
    expect(problem.detail).toContain(first.body.id);
    expect((await theirs.call('POST', '/api/v1/senders', { body })).status).toBe(201);
  });
});

describe('GET /api/v1/senders', () => {
  it('lists them newest first, a page at a time', async () => {
    const company = await gateway.createCompany();
    const made = [await create(company), await create(company), await create(company)];
    const page = await company.get<{ data: Sender[]; next_cursor: string }>('/api/v1/senders?limit=2');
    const rest = await company.get<{ data: Sender[] }>(
      `/api/v1/senders?limit=2&cursor=${page.body.next_cursor}`,
    );
    const listed = [...page.body.data, ...rest.body.data].map(({ id }) => id);
    expect(listed).toEqual(made.map(({ id }) => id).reverse());
    expect(rest.body).toMatchObject({ next_cursor: null });
  });
});

describe('PATCH /api/v1/senders/{id}', () => {
  it('changes what is given and leaves the rest', async () => {
    const company = await gateway.createCompany();
    const sender = await create(company);
    const { status, body } = await change(company, sender, { name: 'Back desk', messages_per_second: 5 });
    expect(status).toBe(200);
    expect(body).toEqual({ ...sender, name: 'Back desk', messages_per_second: 5 });
  });

  it('moves the default, and never has none or two', async () => {
    const company = await gateway.createCompany();
    const [first, second] = [await create(company), await create(company)];
    expect((await change(company, second, { is_default: true })).body.is_default).toBe(true);
    expect((await read(company, first)).is_default).toBe(false);
    expectProblem(await change(company, second, { is_default: false }), 'invalid_value', {
      pointer: '/is_default',
    });
  });

  it('connects a suspended sender again when its credentials change, and keeps those that do not', async () => {
    const company = await gateway.createCompany();
    const sender = await create(company);
    await suspend(company, sender);
    expect(await read(company, sender)).toMatchObject({ state: 'suspended', failure: { code: '190' } });
    expect((await change(company, sender, { name: 'Renamed' })).body.state).toBe('suspended');
    const { body } = await change(company, sender, { fields: { graph_version: 'v25.0' } });
    expect(body).toMatchObject({
      state: 'connected',
      failure: null,
      fields: { graph_version: { value: 'v25.0' }, access_token: { is_set: true } },
    });
    expect((await test(company, sender)).body.is_working).toBe(true);
    const events = await gateway.database.query('select data from events where company_id = $1 order by id', [
      company.uuid,
    ]);
    expect(events).toHaveLength(2);
  });

  it('forgets the phone number when the account becomes another', async () => {
    const company = await gateway.createCompany();
    const sender = await create(company, { phone_number: '+966501234567' });
    expect((await change(company, sender, { fields: newFields() })).body.phone_number).toBeNull();
  });

  it.each([
    [
      'a required field made empty',
      { fields: { access_token: '' } },
      'missing_field',
      '/fields/access_token',
    ],
    ['an unknown field', { fields: { acess: 'x' } }, 'unknown_field', '/fields/acess'],
    ['a store that is not there', { store_id: toPublicId('store', newUuid()) }, 'unknown_store', '/store_id'],
    ['another provider', { provider: 'meta_cloud' }, 'unknown_field', '/provider'],
    ['a blank name', { name: ' ' }, 'invalid_value', '/name'],
  ] as const)('refuses %s and changes nothing', async (_name, body, code, pointer) => {
    const company = await gateway.createCompany();
    const sender = await create(company);
    expectProblem(await change(company, sender, body), code, { pointer });
    expect(await read(company, sender)).toEqual(sender);
  });

  it('refuses the account of another sender', async () => {
    const company = await gateway.createCompany();
    const [first, second] = [await create(company), await create(company)];
    const answer = await change(company, second, { fields: { phone_number_id: first.account } });
    expectProblem(answer, 'sender_exists');
  });
});

describe('DELETE /api/v1/senders/{id}', () => {
  it('deletes it, and the oldest that remains becomes the default', async () => {
    const company = await gateway.createCompany();
    const [first, second] = [await create(company), await create(company)];
    expect(await company.call('DELETE', pathOf(first))).toMatchObject({ status: 204, text: '' });
    expectProblem(await company.get(pathOf(first)), 'sender_not_found');
    expect((await read(company, second)).is_default).toBe(true);
    expectProblem(await company.call('DELETE', pathOf(first)), 'sender_not_found');
  });

  it('refuses while messages wait for it', async () => {
    const company = await gateway.createCompany();
    const sender = await create(company);
    await gateway.database.query(
      `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, lane_id, due_at)
      values ($1, $2, 'out', 'queued', 'text', '+966501234567', 'Hi', 'meta_cloud', $3, now() + interval '1 day')`,
      [company.uuid, newUuid(), fromPublicId('sender', sender.id)],
    );
    expectProblem(await company.call('DELETE', pathOf(sender)), 'sender_in_use');
  });
});

describe('POST /api/v1/senders/{id}/test', () => {
  it('says who the provider takes the number for, and keeps its phone number', async () => {
    const company = await gateway.createCompany();
    const sender = await create(company);
    const { status, body } = await test(company, sender);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      is_working: true,
      phone_number: '+1 555 078 3881',
      name: 'Al Noor Clinic',
      failure: null,
      state: 'connected',
    });
    expect((await read(company, sender)).phone_number).toBe('+15550783881');
  });

  it('connects a suspended sender that works again', async () => {
    const company = await gateway.createCompany();
    const sender = await create(company);
    await suspend(company, sender);
    expect((await test(company, sender)).body.state).toBe('connected');
    expect(await read(company, sender)).toMatchObject({ state: 'connected', failure: null });
  });

  it.each([
    ['a wrong token', { access_token: 'geheim-wrong-token' }, '190'],
    ['a provider that is not there', { base_url: 'http://127.0.0.1:1' }, 'connection_failed'],
  ])('answers, and is no error itself, with %s', async (_name, fields, code) => {
    const company = await gateway.createCompany();
    const sender = await create(company, { fields: { ...newFields(), ...fields } });
    await suspend(company, sender);
    const answer = await test(company, sender);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ is_working: false, failure: { code }, state: 'suspended' });
    expect(answer.text).not.toContain('geheim');
  });
});

describe('a sender whose test fails', () => {
  const statesOf = async (company: TestCompany, sender: Sender) => {
    const overview = await company.get<Overview>('/api/v1/overview');
    const shown = overview.body.senders.find(({ id }) => id === sender.id);
    const { state, failure } = await read(company, sender);
    return { read: [state, failure?.code], overview: [shown?.state, shown?.failure?.code] };
  };

  it('is failing with the reason wherever it is shown, until a test works', async () => {
    const company = await gateway.createCompany();
    const sender = await create(company, { fields: { ...newFields(), access_token: 'geheim-wrong-token' } });
    expect((await test(company, sender)).body).toMatchObject({ is_working: false, state: 'failing' });
    expect(await statesOf(company, sender)).toEqual({
      read: ['failing', '190'],
      overview: ['failing', '190'],
    });

    await change(company, sender, { fields: newFields() });
    expect((await test(company, sender)).body.state).toBe('connected');
    const well = ['connected', undefined];
    expect(await statesOf(company, sender)).toEqual({ read: well, overview: well });
  });
});

describe('a sender of another company', () => {
  it.each([
    ['GET', '', undefined],
    ['PATCH', '', { name: 'Ours now' }],
    ['PATCH', '', { is_default: true }],
    ['DELETE', '', undefined],
    ['POST', '/test', undefined],
  ])('is not there for %s%s %j', async (method, suffix, body) => {
    const [ours, theirs] = [await gateway.createCompany(), await gateway.createCompany()];
    const mine = await create(ours);
    const sender = await create(theirs);
    const answer = await ours.call(method, `${pathOf(sender)}${suffix}`, body ? { body } : {});
    expectProblem(answer, 'sender_not_found');
    expect(await read(theirs, sender)).toEqual(sender);
    expect(await read(ours, mine)).toEqual(mine);
  });

  it('has an id of its own kind', async () => {
    const company = await gateway.createCompany();
    expectProblem(await company.get(`/api/v1/senders/${company.id}`), 'invalid_id');
  });
});

describe('the secrets of a sender', () => {
  it('are in no answer, no request row and no log line', async () => {
    const company = await gateway.createCompany();
    const made = await company.call<Sender>('POST', '/api/v1/senders', { body: newBody() });
    const answers = [
      made,
      await change(company, made.body, { fields: { ...secrets } }),
      await change(company, made.body, { fields: { ...secrets, wrong: 'x' } }),
      await company.call('POST', '/api/v1/senders', {
        body: newBody({ fields: { ...secrets, phone_number_id: '' } }),
      }),
      await company.call('POST', '/api/v1/senders', { body: `{"fields":${JSON.stringify(secrets)}` }),
      await test(company, made.body),
      await company.get('/api/v1/senders'),
      await company.get(pathOf(made.body)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 422, 422, 400, 200, 200, 200]);
    for (const answer of answers) {
      expect(answer.text).not.toContain('geheim');
      expect(JSON.stringify(await waitForRequest(company, requestIdOf(answer)))).not.toContain('geheim');
    }
    expect(gateway.logLines.length).toBeGreaterThan(0);
    expect(gateway.logLines.join('')).not.toContain('geheim');
  });
});
