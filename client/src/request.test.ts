import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HudhudConnectionError, HudhudError } from './errors.ts';
import { createHudhud, type Hudhud } from './hudhud.ts';

// A gateway that misbehaves in ways a real one cannot be made to.
type Behave = (response: ServerResponse, count: number) => void;
let behave: Behave;
let seen: { headers: IncomingMessage['headers']; method: string; url: string; body: string }[];
let hudhud: Hudhud;
let baseUrl: string;

const server = createServer(async (incoming, response) => {
  const { headers, method = '', url = '' } = incoming;
  seen.push({ headers, method, url, body: await text(incoming) });
  behave(response, seen.length);
});

const answer = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const sent = { status: 'sent', message_id: 'msg_1', timestamp: '2026-11-15T09:00:00.000Z' };
const message = { to: '+966501234567', message: 'Hello' };

beforeEach(async () => {
  seen = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  hudhud = createHudhud({ baseUrl: `${baseUrl}/`, companyId: 'co_1', token: 'token' });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('a send', () => {
  it('says who is asking, once, with a key', async () => {
    behave = (response) => answer(response, 200, sent);
    expect(await hudhud.send(message)).toEqual(sent);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/api/v1/messages/send',
      headers: { authorization: 'Bearer token', 'x-company-id': 'co_1' },
    });
    expect(seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual(message);
  });

  it('is retried under the same key when the connection breaks', async () => {
    behave = (response, count) => (count < 3 ? response.destroy() : answer(response, 200, sent));
    expect(await hudhud.send(message)).toEqual(sent);
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('has another key each time it is called, and the one that was given', async () => {
    behave = (response) => answer(response, 200, sent);
    await hudhud.send(message);
    await hudhud.send(message);
    await hudhud.send(message, { idempotencyKey: 'order-7' });
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('order-7');
  });

  it('waits as long as the gateway asks', async () => {
    behave = (response, count) =>
      count === 1
        ? answer(response, 429, { code: 'rate_limited' }, { 'retry-after': '1' })
        : answer(response, 200, sent);
    const startedAt = performance.now();
    await hudhud.send(message);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  it('gives up after its tries, with the last refusal', async () => {
    behave = (response) =>
      answer(response, 503, { code: 'overloaded', title: 'Full', detail: 'Come later.' });
    const once = createHudhud({ baseUrl, companyId: 'co_1', token: 't', retries: 1 });
    await expect(once.send(message)).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    expect(seen).toHaveLength(2);
  });

  it('is not repeated once its message is stored', async () => {
    behave = (response) => answer(response, 502, { code: 'provider_rejected', message_id: 'msg_1' });
    await expect(hudhud.send(message)).rejects.toMatchObject({ messageId: 'msg_1' });
    expect(seen).toHaveLength(1);
  });
});

describe('a request that may not be done twice', () => {
  it('is not repeated when it is unknown whether it was done', async () => {
    behave = (response) => response.destroy();
    await expect(hudhud.webhooks.create({ url: 'https://example.com' })).rejects.toBeInstanceOf(
      HudhudConnectionError,
    );
    expect(seen).toHaveLength(1);
  });
});

describe('a deletion', () => {
  it('is done when it is gone at the second try', async () => {
    behave = (response, count) =>
      count === 1 ? response.destroy() : answer(response, 404, { code: 'webhook_not_found' });
    await expect(hudhud.webhooks.remove('wh_1')).resolves.toBeUndefined();
    expect(seen).toHaveLength(2);
  });

  it('of what was never there is refused', async () => {
    behave = (response) => answer(response, 404, { code: 'webhook_not_found' });
    await expect(hudhud.webhooks.remove('wh_1')).rejects.toMatchObject({ status: 404 });
  });
});

describe('an answer that is not from a gateway', () => {
  it('is an error with the status and what was said', async () => {
    behave = (response) => response.writeHead(404).end('<h1>nginx</h1>');
    const error = await hudhud.me().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HudhudError);
    expect(error).toMatchObject({ status: 404, code: 'unknown', detail: '<h1>nginx</h1>' });
  });

  it('cannot lead the token to another address', async () => {
    behave = (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    await expect(createHudhud({ baseUrl, companyId: 'c', token: 't', retries: 0 }).me()).rejects.toThrow();
    expect(seen).toHaveLength(1);
  });
});

describe('time', () => {
  it('is up after the seconds that were given', async () => {
    behave = () => undefined;
    const impatient = createHudhud({ baseUrl, companyId: 'c', token: 't', retries: 0, timeoutSeconds: 0.05 });
    await expect(impatient.me()).rejects.toMatchObject({ name: 'HudhudConnectionError', isTimeout: true });
  });

  it("is the caller's, who can stop a request", async () => {
    const stop = new AbortController();
    behave = () => stop.abort(new Error('enough'));
    await expect(hudhud.me({ signal: stop.signal })).rejects.toThrow('enough');
  });

  it("is the caller's, who can stop waiting for a further try", async () => {
    const stop = new AbortController();
    behave = (response) => {
      answer(response, 503, { code: 'overloaded' }, { 'retry-after': '60' });
      setTimeout(() => stop.abort(), 20);
    };
    await expect(hudhud.me({ signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toHaveLength(1);
  });
});
