// Through the operator's egress proxy: a real one on this machine that tunnels by CONNECT and writes down where to.
// 127.0.0.2 plays a public address: it is not among the allowed networks, but the guard's own resolver says so.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  closedPort,
  httpAnswer,
  type LoopbackOptions,
  type LoopbackServer,
} from '../../../tests/providers/support/loopback-server.ts';
import { namedCertificate } from '../../../tests/providers/support/named-certificate.ts';
import type { OutgoingHttp, OutgoingRequest } from './outgoing-http.ts';
import { type AddressGuard, createAddressGuard } from './private-address-guard.ts';
import { trustNamedCertificate } from './tests-support/trust-named-certificate.ts';
import { makeRequest, useOutgoingHttp } from './tests-support/use-outgoing-http.ts';

const { closeAfter, startServer: startAnyServer, openHttp } = useOutgoingHttp();
trustNamedCertificate();

interface Proxy {
  readonly port: number;
  /** Where to, and by which credentials. */
  readonly tunnels: (readonly [string, string | undefined])[];
}

/** Tunnels everything to 127.0.0.1, as if it had resolved the name itself; a status refuses instead. */
const startProxy = async (refusal?: number): Promise<Proxy> => {
  const tunnels: (readonly [string, string | undefined])[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connect', (request, socket: Socket) => {
    const target = request.url ?? '';
    tunnels.push([target, request.headers['proxy-authorization']]);
    if (refusal !== undefined) return socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
    const onward = connect(Number(target.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on('error', () => one.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfter({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return { port: (server.address() as AddressInfo).port, tunnels };
};

const startServer = (options: LoopbackOptions = {}): Promise<LoopbackServer> =>
  startAnyServer((socket) => socket.write(httpAnswer(200, 'ok')), options);

const guardOf = (
  addresses: readonly string[] | Error,
  allowedNetworks: readonly string[] = [],
): AddressGuard =>
  createAddressGuard({
    allowedNetworks,
    resolve: async () => {
      if (addresses instanceof Error) throw addresses;
      return addresses;
    },
  });

const publicGuard = guardOf(['93.184.215.14']);

const createHttp = (proxy: string, guard?: AddressGuard): OutgoingHttp =>
  openHttp({ connections: 1, proxy, ...(guard && { guard }) });

const post = (url: string): OutgoingRequest =>
  makeRequest(url, { headers: { 'x-mark': 'seven' }, body: '{}' });

describe('through an egress proxy a request', () => {
  test('is tunnelled under its name, over one connection, and the proxy learns nothing else', async () => {
    const proxy = await startProxy();
    const server = await startServer();
    const http = createHttp(`http://127.0.0.1:${proxy.port}`, publicGuard);
    for (let count = 0; count < 3; count += 1) {
      const result = await http.send(post(`http://erp.example.com:${server.port}/hook`));
      expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'ok', address: null });
    }
    expect(proxy.tunnels).toEqual([[`erp.example.com:${server.port}`, undefined]]);
    expect(server.requests[0]).toMatch(/^POST \/hook HTTP\/1\.1\r\nhost: erp\.example\.com:/);
    expect(server.requests).toHaveLength(3);
  });

  test('shows the credentials of the address', async () => {
    const proxy = await startProxy();
    const server = await startServer();
    const http = createHttp(`http://gate:p%40ss@127.0.0.1:${proxy.port}`, publicGuard);
    await http.send(post(`http://erp.example.com:${server.port}/hook`));
    const expected = `Basic ${Buffer.from('gate:p@ss').toString('base64')}`;
    expect(proxy.tunnels).toEqual([[`erp.example.com:${server.port}`, expected]]);
    expect(server.requests[0]).not.toContain('proxy-authorization');
  });

  test('speaks TLS with the target, whose certificate is checked', async () => {
    const proxy = await startProxy();
    const server = await startServer({ tls: namedCertificate });
    const http = createHttp(`http://127.0.0.1:${proxy.port}`, publicGuard);
    const result = await http.send(post(`https://localhost:${server.port}/hook`));
    expect(result).toMatchObject({ kind: 'answered', status: 200 });
    expect(proxy.tunnels).toEqual([[`localhost:${server.port}`, undefined]]);
    const wrong = await http.send(post(`https://erp.example.com:${server.port}/hook`));
    expect(wrong).toMatchObject({ kind: 'unsent', reason: 'tls' });
    expect(server.requests).toHaveLength(1);
  });

  test('to a name that means a private address here is refused', async () => {
    const proxy = await startProxy();
    const http = createHttp(`http://127.0.0.1:${proxy.port}`, guardOf(['93.184.215.14', '10.0.0.1']));
    for (const host of ['erp.example.com', '10.0.0.1', '[::1]', '169.254.169.254']) {
      const result = await http.send(post(`http://${host}/hook`));
      expect(result).toMatchObject({ kind: 'unsent', reason: 'blocked' });
    }
    expect(proxy.tunnels).toEqual([]);
  });

  test('to a name that is unknown here is the proxy\u2019s to judge', async () => {
    const proxy = await startProxy();
    const server = await startServer();
    const unknown = Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
    const http = createHttp(`http://127.0.0.1:${proxy.port}`, guardOf(unknown));
    const result = await http.send(post(`http://outside.example.com:${server.port}/hook`));
    expect(result).toMatchObject({ kind: 'answered' });
    expect(proxy.tunnels).toEqual([[`outside.example.com:${server.port}`, undefined]]);
  });

  test('to a private network that is allowed goes past the proxy', async () => {
    const proxy = await startProxy();
    const server = await startServer();
    const http = createHttp(`http://127.0.0.1:${proxy.port}`, guardOf(['127.0.0.1'], ['loopback']));
    for (const host of ['127.0.0.1', 'n8n.example.com']) {
      const result = await http.send(post(`http://${host}:${server.port}/hook`));
      expect(result).toMatchObject({ kind: 'answered', address: '127.0.0.1' });
    }
    expect(proxy.tunnels).toEqual([]);
  });

  test('on a route of our own goes past the proxy', async () => {
    const proxy = await startProxy();
    const server = await startServer();
    const http = createHttp(`http://127.0.0.1:${proxy.port}`, guardOf([]));
    const route = { base: () => `${server.url}/own` };
    expect(await http.send({ ...post(`${server.url}/own/1`), route })).toMatchObject({ kind: 'answered' });
    expect(await http.send({ ...post(`${server.url}/other`), route })).toMatchObject({ reason: 'blocked' });
    expect(await http.send(post(`${server.url}/own/1`))).toMatchObject({ reason: 'blocked' });
    expect(server.requests).toHaveLength(1);
    expect(proxy.tunnels).toEqual([]);
  });
});

describe('a proxy that', () => {
  test.each([403, 407, 502])('answers %i leaves the request unsent', async (status) => {
    const proxy = await startProxy(status);
    const http = createHttp(`http://127.0.0.1:${proxy.port}`, publicGuard);
    const detail = `The egress proxy refused the connection with status ${status}.`;
    const result = await http.send(post('http://erp.example.com/hook'));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'unreachable', detail });
  });

  test('is not there leaves it unsent, and its address is not reported', async () => {
    const port = await closedPort();
    const http = createHttp(`http://user:secret@127.0.0.1:${port}`, publicGuard);
    const result = await http.send(post('http://erp.example.com/hook'));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'unreachable', address: null });
    expect(JSON.stringify(result)).toContain('The egress proxy could not be used (ECONNREFUSED).');
    expect(JSON.stringify(result)).not.toMatch(/127\.0\.0\.1|secret/);
  });

  test('says nothing is given up in time, and its connection closed', async () => {
    let isClosed = false;
    const silent = await startServer({
      onConnect: (socket) => {
        socket.pause();
        socket.on('close', () => {
          isClosed = true;
        });
      },
    });
    const http = createHttp(silent.url, publicGuard);
    const result = await http.send({ ...post('http://erp.example.com/hook'), timeoutMilliseconds: 200 });
    expect(result).toMatchObject({ kind: 'unsent', reason: 'connect_timeout' });
    await http.close();
    await silent.close();
    await expect.poll(() => isClosed).toBe(true);
  });
});
