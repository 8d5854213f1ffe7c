import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createWebhookSender, type WebhookSender } from './send-webhook.ts';
import { verifyCallback } from './verify-callback.ts';

let server: Server;
const sender: WebhookSender = createWebhookSender();
let connections = 0;

async function listen(listener: RequestListener): Promise<string> {
  connections = 0;
  server = createServer(listener);
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const call = (url: string, timeoutMs = 2_000) =>
  sender.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    timeoutMs,
  });

it('keeps connections alive for many calls', async () => {
  const url = await listen((request, response) => request.resume().on('end', () => response.end('ok')));
  for (let turn = 0; turn < 20; turn += 1) {
    expect(await call(url)).toEqual({ kind: 'answered', status: 200, text: 'ok' });
  }
  // A second one opens when a call comes before the first connection is free again.
  expect(connections).toBeLessThanOrEqual(2);
});

it('does not follow redirects', async () => {
  const paths: (string | undefined)[] = [];
  const url = await listen((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await call(url)).toMatchObject({ kind: 'answered', status: 302 });
  expect(paths).toEqual(['/']);
});

it('gives up on a receiver that does not answer in time', async () => {
  const url = await listen(() => {});
  const startedAt = Date.now();
  expect(await call(url, 100)).toMatchObject({ kind: 'unreachable' });
  expect(Date.now() - startedAt, 'in time').toBeLessThan(1_500);
});

it('gives up on a receiver that begins an answer and never ends it', async () => {
  const url = await listen((_request, response) => response.writeHead(200).write('o'));
  expect(await call(url, 100)).toMatchObject({ kind: 'unreachable' });
});

it('does not read an answer without end', async () => {
  const url = await listen((_request, response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    response.on('error', () => {});
    more();
  });
  const outcome = await call(url);
  expect(outcome.kind === 'answered' && outcome.text.length).toBe(1_024);
});

it('says why a receiver cannot be reached', async () => {
  const url = await listen(() => {});
  server.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await call(url)).toMatchObject({
    kind: 'unreachable',
    reason: expect.stringMatching(/ECONNREFUSED/),
  });
});

it('verifies a callback that gives the challenge back, and no other', async () => {
  const url = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    if (searchParams.get('hub.mode') !== 'subscribe') response.statusCode = 400;
    if (searchParams.get('hub.verify_token') !== 'right') response.statusCode = 403;
    response.end(pathname === '/wrong' ? 'something' : searchParams.get('hub.challenge'));
  });
  const verify = (path: string, token: string) => verifyCallback(sender, url + path, token, 1_000);
  expect(await verify('', 'right')).toEqual({ kind: 'verified' });
  expect(await verify('?own=1', 'right')).toEqual({ kind: 'verified' });
  expect(await verify('', 'other')).toMatchObject({ kind: 'refused', status: 403 });
  expect(await verify('wrong', 'right')).toMatchObject({ kind: 'refused', status: 200 });
  expect(await verifyCallback(sender, 'nonsense', 'right', 1_000)).toMatchObject({ kind: 'unreachable' });
});
