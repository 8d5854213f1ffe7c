import Fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answer, account } from '../tests/start-simulator.ts';
import { createSimulator } from './create-simulator.ts';
import { simulatorPlugin } from './simulator-plugin.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server with habits of its own: parsers, error handler, not-found handler, a strict validator. */
async function startHost(options: object = {}) {
  const simulator = createSimulator();
  simulator.registerNumber({ ...account, callbackUrl: null });
  const server = Fastify();
  server.addContentTypeParser('text/special', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  server.setErrorHandler((_error, _request, reply) => reply.code(418).send({ host: 'error' }));
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ host: 'not found' }));
  server.setValidatorCompiler(() => () => ({ error: new Error('the host validates') }));
  server.post('/own', (request) => ({ got: request.body }));
  server.get('/broken', () => {
    throw new Error('broken');
  });
  await server.register(simulatorPlugin, { simulator, prefix: '/simulator', ...options });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  closing.push(
    () => server.close(),
    () => simulator.close(),
  );
  const close = () => server.close().then(() => simulator.close());
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(address + path, init);
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  return { call, close, simulator };
}

const json = { 'content-type': 'application/json' };
const send = {
  method: 'POST',
  headers: { ...json, authorization: `Bearer ${account.accessToken}` },
  body: JSON.stringify({ messaging_product: 'whatsapp', to: '+966501234567', text: { body: 'Hi' } }),
};

describe('inside another server', () => {
  it('serves the Cloud API and the control API under its prefix', async () => {
    const { call } = await startHost();
    expect((await call(`/simulator/v24.0/${account.phoneNumberId}/messages`, send)).status).toBe(200);
    expect((await call('/simulator/control/ledger')).body.data).toHaveLength(1);
    expect((await call(`/v24.0/${account.phoneNumberId}/messages`, send)).body).toEqual({
      host: 'not found',
    });
  });

  it('leaves parsers and handlers of the host alone, and keeps its own', async () => {
    const { call } = await startHost();
    const special = await call('/own', {
      method: 'POST',
      headers: { 'content-type': 'text/special' },
      body: 'abc',
    });
    expect(special.body).toEqual({ got: 'abc' });
    expect((await call('/own', { method: 'POST', headers: json, body: '{"a":1}' })).body).toEqual({
      got: { a: 1 },
    });
    expect(await call('/broken')).toEqual({ status: 418, body: { host: 'error' } });
    expect((await call('/nowhere')).body).toEqual({ host: 'not found' });
    expect((await call('/simulator/a/b/c/d')).body.error.code).toBe(2500);
    expect(
      (await call('/simulator/control/faults', { method: 'POST', headers: json, body: '{' })).status,
    ).toBe(400);
    expect((await call('/simulator/1/messages', { ...send, headers: json })).body.error.code).toBe(190);
  });

  it('asks the host before every control request', async () => {
    const { call } = await startHost({
      guardControl: async (request: { headers: Record<string, unknown> }) => {
        if (request.headers['x-admin'] !== 'yes')
          throw Object.assign(new Error('no'), { statusCode: 403, code: 'forbidden' });
      },
    });
    expect((await call('/simulator/control/numbers')).status).toBe(403);
    expect((await call('/simulator/control/numbers', { headers: { 'x-admin': 'yes' } })).status).toBe(200);
    expect((await call(`/simulator/${account.phoneNumberId}/messages`, send)).status).toBe(200);
  });

  it('can leave the control API out', async () => {
    const { call } = await startHost({ control: false });
    expect((await call('/simulator/control/numbers')).body.error).toBeDefined();
    expect((await call(`/simulator/${account.phoneNumberId}/messages`, send)).status).toBe(200);
  });

  it('has a world of its own in every server', async () => {
    const [first, second] = [await startHost(), await startHost()];
    await second.call(`/simulator/${account.phoneNumberId}/messages`, send);
    expect((await second.call('/simulator/control/ledger')).body.data).toHaveLength(1);
    expect((await first.call('/simulator/control/ledger')).body.data).toEqual([]);
  });
});

describe('a server that closes', () => {
  it('cuts those who wait for a slow answer or for one that never comes', async () => {
    const { call, close, simulator } = await startHost();
    const sendTo = (to: string) =>
      call(`/simulator/${account.phoneNumberId}/messages`, {
        ...send,
        body: JSON.stringify({ messaging_product: 'whatsapp', to, text: { body: 'Hi' } }),
      });
    const [slow, silent] = ['+15551000002', '+15551000003'].map((to) => expect(sendTo(to)).rejects.toThrow());
    await vi.waitUntil(() => simulator.ledger.totals().accepted === 2);
    await close();
    await Promise.all([slow, silent]);
  });
});
