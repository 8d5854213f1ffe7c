// The guard where it counts: at the moment a connection is made. 127.0.0.2 plays the public address here, 127.0.0.1 the
// private one, because both can really be dialled.

import { afterEach, describe, expect, test } from 'vitest';
import { redirectsTo, takesIt } from '../../../tests/support/receivers/behaviours.ts';
import {
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from '../../../tests/support/receivers/receiver.ts';
import { createOutgoingHttp, type OutgoingHttp, type OutgoingRequest } from './outgoing-http.ts';
import { createAddressGuard } from './private-address-guard.ts';

const publicAddress = '127.0.0.2';
const privateAddress = '127.0.0.1';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const start = async (behaviour = takesIt, options: ReceiverOptions = {}): Promise<Receiver> => {
  const receiver = await startReceiver(behaviour, { address: publicAddress, ...options });
  closers.unshift(receiver.close);
  return receiver;
};

/** Answers the given lists one after the other, and the last one for good. */
const resolverOf = (...answers: readonly (readonly string[])[]) => {
  const asked: string[] = [];
  return {
    asked,
    resolve: async (hostname: string): Promise<readonly string[]> => {
      asked.push(hostname);
      return answers[Math.min(asked.length, answers.length) - 1] ?? [];
    },
  };
};

const createHttp = (resolve?: (hostname: string) => Promise<readonly string[]>): OutgoingHttp => {
  const guard = createAddressGuard({
    allowedNetworks: [`${publicAddress}/32`],
    ...(resolve && { resolve }),
  });
  const http = createOutgoingHttp({ connections: 2, guard });
  closers.unshift(http.close);
  return http;
};

const post = (url: string): OutgoingRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMilliseconds: 3_000,
  answerBytesMax: 1_000,
});

describe('a guarded request', () => {
  test('goes to an address that is allowed, and reports it', async () => {
    const receiver = await start();
    const result = await createHttp().send(post(receiver.url));
    expect(result).toMatchObject({ kind: 'answered', status: 200, address: publicAddress });
  });

  test('goes to the address that a name leads to, under that name', async () => {
    const receiver = await start();
    const { asked, resolve } = resolverOf([publicAddress]);
    const result = await createHttp(resolve).send(post(`http://erp.example.com:${receiver.port}/hook`));
    expect(result).toMatchObject({ kind: 'answered', address: publicAddress });
    expect(receiver.requests[0]?.headers.host).toBe(`erp.example.com:${receiver.port}`);
    expect(asked).toEqual(['erp.example.com']);
  });

  test('reports the address again when it uses the same connection', async () => {
    const receiver = await start();
    const http = createHttp();
    for (let count = 0; count < 5; count += 1) {
      expect(await http.send(post(receiver.url))).toMatchObject({ kind: 'answered', address: publicAddress });
    }
    expect(receiver.connections()).toBeLessThanOrEqual(2);
  });

  test.each([
    ['as it is', '127.0.0.1'],
    ['in decimal', '2130706433'],
    ['in octal', '0177.0.0.1'],
    ['in hexadecimal', '0x7f.0.0.1'],
    ['in short', '127.1'],
    ['with a trailing dot', '127.0.0.1.'],
    ['mapped', '[::ffff:127.0.0.1]'],
    ['mapped, in hexadecimal', '[::ffff:7f00:1]'],
    ['as nowhere', '0.0.0.0'],
    ['as nowhere, in short', '0'],
    ['of IPv6', '[::1]'],
    ['as nowhere of IPv6', '[::]'],
  ])('to a blocked address %s makes no connection', async (_name, host) => {
    const receiver = await start(takesIt, { address: host.startsWith('[') ? '::' : '0.0.0.0' });
    const result = await createHttp().send(post(`http://${host}:${receiver.port}/hook`));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'blocked', address: null });
    expect(receiver.requests).toEqual([]);
    expect(receiver.connections()).toBe(0);
  });

  test('to the name of this machine makes no connection', async () => {
    const receiver = await start(takesIt, { address: privateAddress });
    const result = await createHttp().send(post(`http://localhost:${receiver.port}/hook`));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'blocked' });
    expect(receiver.requests).toEqual([]);
  });

  test('to a name with one blocked address among others makes no connection', async () => {
    const receiver = await start();
    const { resolve } = resolverOf([publicAddress, privateAddress]);
    const result = await createHttp(resolve).send(post(`http://half.example.com:${receiver.port}/hook`));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'blocked' });
    expect(JSON.stringify(result)).toContain(`half.example.com leads to ${privateAddress}`);
    expect(receiver.requests).toEqual([]);
  });

  test('over TLS is guarded just as well', async () => {
    const receiver = await start(takesIt, { address: privateAddress, isUntrusted: true });
    const { resolve } = resolverOf([privateAddress]);
    const http = createHttp(resolve);
    for (const host of [privateAddress, 'inside.example.com']) {
      const result = await http.send(post(`https://${host}:${receiver.port}/hook`));
      expect(result).toMatchObject({ kind: 'unsent', reason: 'blocked' });
    }
  });

  test('to a name without any address is unsent', async () => {
    const { resolve } = resolverOf([]);
    const result = await createHttp(resolve).send(post('http://empty.example.com/'));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'dns', address: null });
  });

  test('to a name that does not resolve is unsent', async () => {
    const result = await createHttp().send(post('http://nobody.invalid/'));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'dns', address: null });
  });
});

describe('a name that changes its answer', () => {
  test('is dialled at the address that was checked, and refused once it leads inside', async () => {
    const outside = await start();
    const inside = await start(takesIt, { address: privateAddress, port: outside.port });
    const { asked, resolve } = resolverOf([publicAddress], [privateAddress]);
    const url = `http://rebind.example.com:${outside.port}/hook`;
    const first = createHttp(resolve);
    expect(await first.send(post(url))).toMatchObject({ kind: 'answered', address: publicAddress });
    expect(asked).toHaveLength(1);
    await first.close();
    expect(await createHttp(resolve).send(post(url))).toMatchObject({ kind: 'unsent', reason: 'blocked' });
    expect(asked).toHaveLength(2);
    expect(outside.requests).toHaveLength(1);
    expect(inside.requests).toEqual([]);
    expect(inside.connections()).toBe(0);
  });

  test('is asked once for connections that are made at once', async () => {
    const receiver = await start();
    const { asked, resolve } = resolverOf([publicAddress], [privateAddress]);
    const http = createHttp(resolve);
    const url = `http://busy.example.com:${receiver.port}/hook`;
    const results = await Promise.all([http.send(post(url)), http.send(post(url))]);
    expect(results).toMatchObject([{ kind: 'answered' }, { kind: 'answered' }]);
    expect(asked).toHaveLength(1);
  });
});

describe('a redirect', () => {
  test('to a private address is brought back and not followed', async () => {
    const inside = await start(takesIt, { address: privateAddress });
    const outside = await start(redirectsTo(inside.url));
    const result = await createHttp().send(post(outside.url));
    expect(result).toMatchObject({ kind: 'answered', status: 302, headers: { location: inside.url } });
    expect(inside.requests).toEqual([]);
  });
});

describe('the address that was dialled is reported when', () => {
  test('the connection is refused', async () => {
    const receiver = await start();
    await receiver.close();
    const result = await createHttp().send(post(receiver.url));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'refused', address: publicAddress });
  });

  test('the certificate is not trusted', async () => {
    const receiver = await start(takesIt, { isUntrusted: true });
    const result = await createHttp().send(post(receiver.url));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'tls', address: publicAddress });
  });
});

describe('the TLS handshake', () => {
  test('names the host, not the address it was checked to', async () => {
    const names: string[] = [];
    const receiver = await start(takesIt, { isUntrusted: true, onServerName: (name) => names.push(name) });
    const { resolve } = resolverOf([publicAddress]);
    await createHttp(resolve).send(post(`https://erp.example.com:${receiver.port}/hook`));
    expect(names).toEqual(['erp.example.com']);
  });
});

describe('a proxy in the environment', () => {
  test('is not used', async () => {
    const proxy = await start();
    const receiver = await start();
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'];
    for (const name of names) process.env[name] = proxy.url;
    closers.push(async () => {
      for (const name of names) delete process.env[name];
    });
    expect(await createHttp().send(post(receiver.url))).toMatchObject({ kind: 'answered' });
    expect(proxy.requests).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
  });
});
