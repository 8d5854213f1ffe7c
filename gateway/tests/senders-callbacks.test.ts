// Registering our callback address at a provider: when a sender is added, later, and what is kept when the provider
// refuses. The providers are simulators of the test's own, so that their registration is really made.

import type { Provider, Sender, SenderTest } from '@hudhud/contract/senders.ts';
import { createSimulator } from '@hudhud/simulator/create-simulator.ts';
import { findDialect } from '@hudhud/simulator/dialects/registry.ts';
import { simulatorPlugin } from '@hudhud/simulator/simulator-plugin.ts';
import { fastify } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { findProvider } from '../src/providers/registry.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway({
  environment: { SIMULATOR: 'no', WEBHOOK_ALLOWED_NETWORKS: 'loopback' },
});

const simulator = createSimulator();
const server = fastify();
await server.register(simulatorPlugin, { simulator });
const address = await server.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => Promise.all([server.close(), simulator.close()]));

let numbers = 0;

/** Fields that work at the provider of this test, and the number as the simulator knows it. */
const newNumber = (name: string) => {
  const provider = findProvider(name);
  const dialect = findDialect(name);
  if (!provider || !dialect) throw new Error(`there is no ${name}`);
  numbers += 1;
  const phoneNumber = `+1555078${3900 + numbers}`;
  // 360dialog's callbacks name the number only where it is given.
  const given = name === 'dialog360' ? { phone_number: phoneNumber } : {};
  const made = dialect.account.newFields(phoneNumber);
  const fields = { ...made, ...given, base_url: `${address}/${name}` };
  const phoneNumberId = provider.accountOf(fields) ?? phoneNumber.slice(1);
  simulator.registerNumber({
    ...dialect.account.credentials(fields),
    dialect: name,
    phoneNumberId,
    displayPhoneNumber: phoneNumber,
    callbackUrl: null,
  });
  const registeredAt = () => simulator.numbers.find(phoneNumberId)?.callbackUrl ?? null;
  return { fields, registeredAt };
};

const wrongSecret: Record<string, Record<string, string>> = {
  dialog360: { api_key: 'of-somebody-else' },
  twilio: { auth_token: 'of-somebody-else' },
  infobip: { api_key: 'of-somebody-else' },
};

const company = await gateway.createCompany();
const add = (provider: string, fields: object, more: object = {}) =>
  company.call<Sender>('POST', '/api/v1/senders', {
    body: { name: 'Front desk', provider, fields, ...more },
  });

describe.each(['dialog360', 'twilio', 'infobip'])('a sender at %s', (provider) => {
  it('is added with its callback address registered, when that was asked for', async () => {
    const { fields, registeredAt } = newNumber(provider);
    const { status, body } = await add(provider, fields, { register_callback: true });
    expect(status).toBe(201);
    expect(body.callback_problem).toBeNull();
    expect(registeredAt()?.split('#')[0]).toBe(body.callback_url);
    const tested = await company.call<SenderTest>('POST', `/api/v1/senders/${body.id}/test`);
    expect(tested.body.steps.filter(({ state }) => state === 'broken')).toEqual([]);
  });

  it('leaves the callbacks of another system alone unless it was asked', async () => {
    const { fields, registeredAt } = newNumber(provider);
    expect((await add(provider, fields)).status).toBe(201);
    expect(registeredAt()).toBeNull();
  });

  it('is stored when the provider refuses, with what went wrong, and registered later', async () => {
    const { fields, registeredAt } = newNumber(provider);
    const wrong = { ...fields, ...wrongSecret[provider] };
    const added = await add(provider, wrong, { register_callback: true });
    expect(added.status).toBe(201);
    expect(added.body.callback_problem).toMatchObject({ code: 'callback_not_registered' });
    expect(JSON.stringify(added.body)).not.toContain('of-somebody-else');
    const path = `/api/v1/senders/${added.body.id}`;
    const changed = await company.call<Sender>('PATCH', path, { body: { fields, register_callback: true } });
    expect(changed.body.callback_problem).toBeNull();
    expect(registeredAt()?.split('#')[0]).toBe(changed.body.callback_url);
  });
});

describe('the doctor', () => {
  it.each(['dialog360', 'twilio'])(
    'offers to register the address at %s where it is not',
    async (provider) => {
      const { fields } = newNumber(provider);
      const { body } = await add(provider, fields);
      const tested = await company.call<SenderTest>('POST', `/api/v1/senders/${body.id}/test`);
      expect(tested.body.steps.find(({ step }) => step === 'callback')).toMatchObject({
        state: 'broken',
        failure: { action: expect.stringContaining('Let the gateway register the address') },
      });
    },
  );
});

describe('a provider that takes the address from a person only', () => {
  it('says so before anything is stored', async () => {
    const fields = {
      number: '15550783999',
      application_id: 'app',
      private_key: 'key',
      signature_secret: 'secret',
      base_url: `${address}/vonage`,
    };
    const before = (await company.get<{ data: Sender[] }>('/api/v1/senders')).body.data.length;
    const refused = await add('vonage', fields, { register_callback: true });
    expectProblem(refused, 'invalid_value', { pointer: '/register_callback' });
    expect((await company.get<{ data: Sender[] }>('/api/v1/senders')).body.data).toHaveLength(before);
    const { body } = await add('vonage', fields);
    const path = `/api/v1/senders/${body.id}`;
    expectProblem(await company.call('PATCH', path, { body: { register_callback: true } }), 'invalid_value');
  });

  it('is told apart in the list of providers', async () => {
    const { data } = (await company.get<{ data: Provider[] }>('/api/v1/providers')).body;
    const registering = data.flatMap((one) => (one.registers_callback ? [one.name] : []));
    expect(registering).toEqual(['dialog360', 'twilio', 'infobip']);
  });
});
