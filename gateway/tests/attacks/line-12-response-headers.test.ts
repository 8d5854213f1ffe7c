// Issue 14, lines 11 and 12: every answer of every route carries the headers that keep a browser from being misused.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { registerDashboard } from '../../src/http/dashboard-files.ts';
import { registerSecurityHeaders } from '../../src/http/security-headers.ts';
import { atFileEnd } from '../support/file-end.ts';
import { useApiGateway } from '../support/gateway.ts';
import { openLiveStream } from '../support/live-stream.ts';
import { openRawRequest, rawHead } from '../support/raw-request.ts';

const plain = await useApiGateway({ environment: { SIMULATOR_CONTROL: 'open' } });
const behindTls = await useApiGateway({
  database: plain.database,
  environment: { PUBLIC_URL: 'https://wa.example.com' },
});
const company = await plain.createCompany();
const limited = await useApiGateway({
  database: plain.database,
  environment: { REQUESTS_PER_MINUTE: '1' },
});
await limited.adopt(company).get('/api/v1/me');

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const expectHeaders = (headers: Headers, isBehindTls: boolean): void => {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(headers['strict-transport-security']).toBe(isBehindTls ? 'max-age=31536000' : undefined);
};

const token = company.headers;
const json = { 'content-type': 'application/json' };
const calls: readonly [
  name: string,
  status: number,
  method: string,
  path: string,
  headers?: object,
  body?: string,
][] = [
  ['an API answer', 200, 'GET', '/api/v1/me', token],
  [
    'an accepted message',
    202,
    'POST',
    '/api/v1/messages/send',
    token,
    '{"to":"+966501234567","message":"x"}',
  ],
  ['a refusal of credentials', 401, 'GET', '/api/v1/me'],
  ['a refusal of a body', 400, 'POST', '/api/v1/messages/send', token, '{'],
  ['a refusal of a field', 422, 'POST', '/api/v1/messages/send', token, '{"to":1}'],
  [
    'a refusal of a type',
    415,
    'POST',
    '/api/v1/messages/send',
    { ...token, 'content-type': 'text/xml' },
    '<a/>',
  ],
  ['a message that is not there', 404, 'GET', '/api/v1/messages/msg_01kagx5p9ne0ps4a2v7qk3m8dz', token],
  ['a body that is too large', 413, 'POST', '/api/v1/sign-in', json, `"${'x'.repeat(20_000)}"`],
  ['a file of rows', 200, 'GET', '/api/v1/contacts/export', token],
  ['an unknown path', 404, 'GET', '/nowhere'],
  ['an unknown path of the API', 404, 'POST', '/api/v1/nowhere', token],
  ['an address that cannot be read', 404, 'GET', '/%E0%A4%A'],
  ['a route for anyone', 200, 'GET', '/api/v1/sign-in'],
  ['the health check', 200, 'GET', '/healthz'],
  ['the check of readiness', 200, 'GET', '/readyz'],
  ['the figures', 200, 'GET', '/metrics'],
  ['the page of errors', 200, 'GET', '/docs/errors'],
  ['the reference', 200, 'GET', '/docs'],
  ['a script of the reference', 200, 'GET', '/docs/start.js'],
  ['the description of the API', 200, 'GET', '/openapi.json'],
  ['the collection for Postman', 200, 'GET', '/postman.json'],
  ['a callback to no sender', 404, 'POST', '/callbacks/meta_cloud/co_x/snd_x', json, '{}'],
  ['a handshake with no sender', 404, 'GET', '/callbacks/meta_cloud/co_x/snd_x'],
  ['the simulator', 401, 'GET', '/simulator/v24.0/1'],
  ['a method that no route has', 404, 'DELETE', '/healthz'],
  ['an answer without a body', 200, 'HEAD', '/healthz'],
];

it.each(calls)('%s (%i)', async (_name, status, method, path, headers = {}, body = undefined) => {
  for (const gateway of [plain, behindTls]) {
    const answer = await gateway.call(method, path, { headers: headers as Record<string, string>, body });
    expect(answer.status, answer.text).toBe(status);
    expectHeaders(answer.headers, gateway === behindTls);
  }
});

describe('an answer of a gateway that is busy', () => {
  it('429 to a company beyond its rate', async () => {
    const answer = await limited.adopt(company).get('/api/v1/me');
    expect(answer.status).toBe(429);
    expectHeaders(answer.headers, false);
  });
});

describe('a stream', () => {
  it.each(['/api/v1/requests/stream', '/api/v1/calls/stream'])('%s', async (path) => {
    for (const gateway of [plain, behindTls]) {
      const stream = await openLiveStream(gateway.address, path, { ...token });
      expect(stream.status).toBe(200);
      expectHeaders(stream.headers, gateway === behindTls);
      await stream.close();
    }
  });

  it('of the simulator', async () => {
    const path = '/simulator/control/conversations/stream';
    const stream = await openLiveStream(plain.address, path, {});
    expect(stream.status).toBe(200);
    expectHeaders(stream.headers, false);
    await stream.close();
  });
});

describe('on a bare socket', () => {
  it.each([
    ['what is not HTTP', 'HELLO\r\n\r\n', 400],
    ['headers that are too large', rawHead('GET', '/api/v1/me', { 'x-padding': 'x'.repeat(20_000) }), 431],
  ])('%s', async (_name, text, status) => {
    const request = await openRawRequest(behindTls.address);
    request.write(text);
    expect(await request.status()).toBe(status);
    const [, ...lines] = request.received.split('\r\n\r\n')[0]?.split('\r\n') ?? [];
    expectHeaders(Object.fromEntries(lines.map((line) => line.split(': ', 2))), true);
    request.breakOff();
  });
});

describe('the dashboard', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hudhud-dashboard-'));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Hudhud</title>');
  await writeFile(join(folder, 'assets', 'index-1a2b3c.js'), 'export {};');
  const server = fastify();
  atFileEnd(() => server.close());
  registerSecurityHeaders(server, { publicUrl: () => 'https://wa.example.com' });
  await registerDashboard(server, folder, (_request, reply) => void reply.code(404).send());

  it.each([
    ['its page', 200, '/', 'text/html'],
    ['an address of its own', 200, '/messages/1', 'text/html'],
    ['a script', 200, '/assets/index-1a2b3c.js', '*/*'],
    ['a script that is not there', 404, '/assets/other.js', '*/*'],
    ['the folder of the scripts', 404, '/assets/', '*/*'],
    ['a way out of the folder in one name', 404, '/assets/..%2findex.html', '*/*'],
    ['a name with a zero byte', 404, '/assets/index-1a2b3c.js%00', '*/*'],
  ])('%s', async (_name, status, url, accept) => {
    const answer = await server.inject({ url, headers: { accept } });
    expect(answer.statusCode).toBe(status);
    expectHeaders(answer.headers as Headers, true);
    const policy = String(answer.headers['content-security-policy']);
    if (status === 200) expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*(unsafe-inline|\*|https?:)/);
  });
});
