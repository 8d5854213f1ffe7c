// Redirects, for a caller who asks for them. 127.0.0.2 plays the public address here, 127.0.0.1 the private one.

import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { hangs, redirectsTo, takesIt } from '../../../tests/support/receivers/behaviours.ts';
import { type Behaviour, type Receiver, startReceiver } from '../../../tests/support/receivers/receiver.ts';
import { createOutgoingHttp, type OutgoingHttp, type OutgoingRequest } from './outgoing-http.ts';
import { createAddressGuard } from './private-address-guard.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const start = async (behaviour: Behaviour, address = '127.0.0.2'): Promise<Receiver> => {
  const receiver = await startReceiver(behaviour, { address });
  closers.unshift(receiver.close);
  return receiver;
};

const createHttp = (): OutgoingHttp => {
  const guard = createAddressGuard({ allowedNetworks: ['127.0.0.2'] });
  const http = createOutgoingHttp({ connections: 2, guard });
  closers.unshift(http.close);
  return http;
};

const get = (url: string, given: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  method: 'GET',
  url,
  headers: {
    authorization: 'Bearer secret',
    'x-api-key': 'secret',
    accept: 'image/*',
    'user-agent': 'Hudhud',
  },
  body: null,
  timeoutMilliseconds: 3_000,
  answerBytesMax: 1_000,
  redirectsMax: 3,
  ...given,
});

const redirectsBy =
  (status: number, location: string): Behaviour =>
  (response) =>
    response.writeHead(status, { location }).end('moved');

describe('a redirect that is asked for', () => {
  test.each([301, 302, 303, 307, 308])('%i is followed', async (status) => {
    const target = await start(takesIt);
    const receiver = await start(redirectsBy(status, target.url));
    const result = await createHttp().send(get(receiver.url));
    expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'ok', address: '127.0.0.2' });
    expect(target.requests).toHaveLength(1);
  });

  test('takes no credential to another origin, whatever its name', async () => {
    const target = await start(takesIt);
    const receiver = await start(redirectsTo(target.url));
    await createHttp().send(get(receiver.url));
    const headers = target.requests[0]?.headers ?? {};
    expect(JSON.stringify(headers)).not.toContain('secret');
    expect([headers.accept, headers['user-agent']]).toEqual(['image/*', 'Hudhud']);
  });

  test('keeps them on the same origin, and loses them for good at the first other one', async () => {
    const other = await start((response) => response.writeHead(302, { location: first.url }).end());
    const first: Receiver = await start((response, { path }, count) => {
      if (count === 1) response.writeHead(302, { location: '/again' }).end();
      else if (path === '/again') response.writeHead(302, { location: other.url }).end();
      else response.end('ok');
    });
    expect(await createHttp().send(get(first.url))).toMatchObject({ status: 200 });
    expect(first.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer secret',
      'Bearer secret',
      undefined,
    ]);
  });

  test('to a private address makes no connection', async () => {
    const inside = await start(takesIt, '127.0.0.1');
    const receiver = await start(redirectsTo(inside.url));
    const result = await createHttp().send(get(receiver.url));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'blocked' });
    expect(inside.connections()).toBe(0);
  });

  test('is followed as often as was said, and the next one is the answer', async () => {
    const receiver: Receiver = await start((response, _request, count) =>
      response.writeHead(302, { location: `/hop-${count}` }).end(),
    );
    const result = await createHttp().send(get(receiver.url));
    expect(result).toMatchObject({ kind: 'answered', status: 302, headers: { location: '/hop-4' } });
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook', '/hop-1', '/hop-2', '/hop-3']);
  });

  test.each(['ftp://127.0.0.2/', 'file:///etc/passwd', 'http://', 'data:text/plain,hello'])(
    'to %s is the answer itself',
    async (location) => {
      const receiver = await start(redirectsBy(302, location));
      expect(await createHttp().send(get(receiver.url))).toMatchObject({ status: 302, body: 'moved' });
    },
  );

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'of %s is not followed: it may have had its effect',
    async (method) => {
      const target = await start(takesIt);
      const receiver = await start(redirectsBy(307, target.url));
      const result = await createHttp().send(get(receiver.url, { method, body: '{}' }));
      expect(result).toMatchObject({ kind: 'answered', status: 307 });
      expect(target.requests).toEqual([]);
    },
  );

  test('has one time limit for all hops', async () => {
    const target = await start(hangs);
    const receiver = await start(redirectsTo(target.url));
    const result = await createHttp().send(get(receiver.url, { timeoutMilliseconds: 300 }));
    expect(result).toMatchObject({ kind: 'unanswered', reason: 'timeout' });
    expect(result.milliseconds, 'in time').toBeLessThan(1_500);
  });

  test('leads to a stream as well', async () => {
    const target = await start(takesIt);
    const receiver = await start(redirectsTo(target.url));
    const result = await createHttp().send({ ...get(receiver.url), answerAs: 'stream' });
    if (result.kind !== 'answered') throw new Error(result.detail);
    expect((await buffer(result.body)).toString()).toBe('ok');
  });
});
