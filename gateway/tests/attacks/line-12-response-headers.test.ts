// Issue 14, lines 11 and 12: every answer carries the headers that keep a browser from being misused.

import { expect, it } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { openRawRequest } from '../support/raw-request.ts';

const plain = await useGateway({ environment: { SIMULATOR_CONTROL: 'open' } });
const behindTls = await useGateway({
  database: plain.database,
  environment: { PUBLIC_URL: 'https://wa.example.com' },
});
const company = await plain.createCompany();

const calls: [string, string, string, object?][] = [
  ['an API answer', 'GET', '/api/v1/me', company.headers],
  ['a refusal', 'GET', '/api/v1/me'],
  ['an unknown path', 'GET', '/nowhere'],
  ['an unknown path of the API', 'POST', '/api/v1/nowhere', company.headers],
  ['an address that cannot be read', 'GET', '/%E0%A4%A'],
  ['a route for anyone', 'GET', '/api/v1/ways-in'],
  ['the health check', 'GET', '/healthz'],
  ['the figures', 'GET', '/metrics'],
  ['the page of errors', 'GET', '/docs/errors'],
  ['the reference', 'GET', '/docs'],
  ['the description of the API', 'GET', '/openapi.json'],
  ['a callback', 'GET', '/callbacks/meta_cloud/co_x/snd_x'],
  ['the simulator', 'GET', '/simulator/v24.0/1'],
  ['the page of the dashboard, or its absence', 'GET', '/', { accept: 'text/html' }],
];

it.each(calls)('%s', async (_name, method, path, headers = {}) => {
  for (const gateway of [plain, behindTls]) {
    const answer = await gateway.call(method, path, { headers: headers as Record<string, string> });
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(answer.headers['strict-transport-security']).toBe(
      gateway === behindTls ? 'max-age=31536000' : undefined,
    );
  }
});

it('what is not HTTP', async () => {
  const request = await openRawRequest(behindTls.address);
  request.write('HELLO\r\n\r\n');
  expect(await request.status()).toBe(400);
  expect(request.received).toContain('x-content-type-options: nosniff\r\n');
  expect(request.received).toContain('strict-transport-security: max-age=31536000\r\n');
});

it('a stream of the simulator', async () => {
  const request = await openRawRequest(plain.address);
  request.write('GET /simulator/control/conversations/stream HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await request.status()).toBe(200);
  expect(request.received).toContain('x-content-type-options: nosniff\r\n');
  request.breakOff();
});
