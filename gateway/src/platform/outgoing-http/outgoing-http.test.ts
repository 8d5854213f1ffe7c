// Answers that came back: whole, cut, slow, broken off, odd. failures.test.ts has the requests without an answer.

import type { Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { httpAnswer, type LoopbackServer } from '../../../tests/providers/support/loopback-server.ts';
import type { OutgoingHttp, OutgoingRequest } from './outgoing-http.ts';
import { makeRequest, useOutgoingHttp } from './tests-support/use-outgoing-http.ts';

const { startServer, openHttp } = useOutgoingHttp();
const createHttp = (connections = 4): OutgoingHttp => openHttp({ connections });

const post = ({ url }: Pick<LoopbackServer, 'url'>, given: Partial<OutgoingRequest> = {}): OutgoingRequest =>
  makeRequest(`${url}/v24.0/1/messages?a=b`, {
    headers: { 'content-type': 'application/json', 'x-mark': 'seven' },
    body: '{"text":"ä"}',
    ...given,
  });

describe('a request', () => {
  test('arrives with its method, path, query, headers and body', async () => {
    const server = await startServer((socket) => socket.end(httpAnswer(200, 'taken')));
    await createHttp().send(post(server));
    const [request = ''] = server.requests;
    expect(request).toMatch(/^POST \/v24\.0\/1\/messages\?a=b HTTP\/1\.1\r\n/);
    expect(request).toMatch(/x-mark: seven\r\n/);
    expect(Buffer.from(request, 'latin1').toString('utf8')).toMatch(/\r\n\r\n\{"text":"ä"\}$/);
  });

  test('without a body is sent without one', async () => {
    const server = await startServer((socket) => socket.end(httpAnswer(200, 'read')));
    const result = await createHttp().send(post(server, { method: 'GET', body: null }));
    expect(result).toMatchObject({ kind: 'answered', body: 'read' });
    expect(server.requests[0]).toMatch(/^GET .*\r\n\r\n$/s);
  });
});

const timers = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

describe('an answer', () => {
  test('leaves no timer behind', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, '')));
    const http = createHttp();
    const before = timers();
    for (let count = 0; count < 20; count += 1)
      await http.send(post(server, { timeoutMilliseconds: 60_000 }));
    expect(timers() - before).toBeLessThan(10);
  });

  test.each([200, 204, 400, 404, 429, 500, 503])('%i comes back with its status', async (status) => {
    const server = await startServer((socket) => socket.end(httpAnswer(status, '')));
    const result = await createHttp().send(post(server));
    expect(result).toMatchObject({ kind: 'answered', status, body: '', isWhole: true });
  });

  test('brings its headers by lower-case name, repeated ones joined', async () => {
    const head = 'HTTP/1.1 200 OK\r\nRetry-After: 7\r\nX-Many: a\r\nX-Many: b\r\nContent-Length: 2\r\n\r\nok';
    const server = await startServer((socket) => socket.end(head));
    const result = await createHttp().send(post(server));
    expect(result).toMatchObject({ headers: { 'retry-after': '7', 'x-many': 'a, b' }, body: 'ok' });
  });

  test('says how long the exchange took', async () => {
    const server = await startServer(async (socket) => {
      await sleep(60);
      socket.end(httpAnswer(200, ''));
    });
    const { milliseconds } = await createHttp().send(post(server));
    expect(milliseconds).toBeGreaterThanOrEqual(55);
    expect(milliseconds, 'in time').toBeLessThan(1_500);
  });

  test('of the full length is whole', async () => {
    const server = await startServer((socket) => socket.end(httpAnswer(200, 'x'.repeat(1_000))));
    const result = await createHttp().send(post(server));
    expect(result).toMatchObject({ isWhole: true, body: 'x'.repeat(1_000) });
  });

  test('that is too long is cut, and its connection closed', async () => {
    let closed = false;
    const server = await startServer((socket) => {
      socket.on('close', () => {
        closed = true;
      });
      socket.write(httpAnswer(200, 'x'.repeat(500_000), { 'content-length': '50000000' }));
    });
    const result = await createHttp().send(post(server));
    expect(result).toMatchObject({
      kind: 'answered',
      status: 200,
      isWhole: false,
      body: 'x'.repeat(1_000),
    });
    await expect.poll(() => closed).toBe(true);
  });

  test('that breaks off in the middle counts with what came', async () => {
    const server = await startServer((socket) => {
      socket.write(httpAnswer(400, '{"error":', { 'content-length': '100' }), () => socket.resetAndDestroy());
    });
    const result = await createHttp().send(post(server));
    expect(result).toMatchObject({ kind: 'answered', status: 400, isWhole: false });
  });

  test('that ends before its announced length is not whole', async () => {
    const server = await startServer((socket) =>
      socket.end(httpAnswer(200, 'half', { 'content-length': '8' })),
    );
    const result = await createHttp().send(post(server));
    expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'half', isWhole: false });
  });

  test('without a length that ends with its connection is whole', async () => {
    const server = await startServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nall'),
    );
    const result = await createHttp().send(post(server));
    expect(result).toMatchObject({ kind: 'answered', body: 'all', isWhole: true });
  });

  test('that drips is broken off at the total limit, and its status is kept', async () => {
    const server = await startServer(async (socket) => {
      socket.write(httpAnswer(200, '', { 'content-length': '1000' }));
      while (!socket.destroyed) {
        socket.write('.');
        await sleep(20);
      }
    });
    const result = await createHttp().send(post(server, { timeoutMilliseconds: 200 }));
    expect(result).toMatchObject({ kind: 'answered', status: 200, isWhole: false });
    expect(result.milliseconds, 'in time').toBeLessThan(1_500);
  });

  test('that was announced by 103 is the one that counts', async () => {
    const server = await startServer((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n');
      socket.end(httpAnswer(200, 'the answer'));
    });
    const result = await createHttp().send(post(server));
    expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'the answer' });
  });

  test('that only announces is no answer', async () => {
    const server = await startServer((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\n\r\n', () => socket.resetAndDestroy());
    });
    expect(await createHttp().send(post(server))).toMatchObject({ kind: 'unanswered', reason: 'reset' });
  });

  test('with bytes that are no UTF-8, or with NUL, becomes a text that can be stored', async () => {
    const bytes = Buffer.from([0x61, 0x00, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x62]);
    const server = await startServer((socket) => socket.end(httpAnswer(200, bytes)));
    const result = await createHttp().send(post(server));
    const body = result.kind === 'answered' ? result.body : '';
    expect(body).toMatch(/^a\ufffd.*b$/);
    expect(body).not.toContain('\u0000');
    expect(body.isWellFormed()).toBe(true);
  });

  test.each([301, 302, 307, 308])('%i is brought back and not followed', async (status) => {
    const target = await startServer((socket) => socket.end(httpAnswer(200, 'elsewhere')));
    const server = await startServer((socket) =>
      socket.end(httpAnswer(status, '', { location: `${target.url}/stolen` })),
    );
    const result = await createHttp().send(post(server));
    expect(result).toMatchObject({ kind: 'answered', status, headers: { location: `${target.url}/stolen` } });
    expect(target.requests).toEqual([]);
  });
});

describe('connections', () => {
  test('are used again', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'ok')));
    const http = createHttp(1);
    for (let count = 0; count < 5; count += 1) await http.send(post(server));
    expect(server.requests).toHaveLength(5);
    expect(server.connections()).toBe(1);
  });

  test('are no more than the given number, and the rest waits its turn', async () => {
    const server = await startServer(async (socket) => {
      await sleep(20);
      socket.write(httpAnswer(200, 'ok'));
    });
    const http = createHttp(2);
    const results = await Promise.all(Array.from({ length: 8 }, () => http.send(post(server))));
    expect(results.every((result) => result.kind === 'answered')).toBe(true);
    expect(server.connections()).toBe(2);
  });

  test('that the server closed while idle are not written into', async () => {
    const server = await startServer((socket) => {
      socket.write(httpAnswer(200, 'ok'), () => socket.end());
    });
    const http = createHttp(1);
    for (let count = 0; count < 5; count += 1) {
      expect(await http.send(post(server))).toMatchObject({ kind: 'answered', status: 200 });
      await sleep(20);
    }
    expect(server.requests).toHaveLength(5);
    expect(server.connections()).toBe(5);
  });
});

describe('a connection that its server closes in the very moment it is chosen', () => {
  test('gives its request to another one, because no byte of it had left', async () => {
    const sockets: Socket[] = [];
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'ok')), {
      onConnect: (socket) => sockets.push(socket),
    });
    const http = createHttp(1);
    await http.send(post(server));
    for (let count = 1; count <= 5; count += 1) {
      // From this phase of the event loop on, sockets are read before anything that is left for later is written.
      await turn();
      sockets.at(-1)?.resetAndDestroy();
      await new Promise((resolve) => process.nextTick(resolve));
      expect(await http.send(post(server))).toMatchObject({ kind: 'answered', status: 200, isWhole: true });
      expect(sockets).toHaveLength(count + 1);
    }
    expect(server.requests).toHaveLength(6);
  });

  test('is not dialled again and again when it never worked', async () => {
    const server = await startServer(() => undefined, { onConnect: (socket) => socket.resetAndDestroy() });
    const result = await createHttp(1).send(post(server));
    expect(result.kind).not.toBe('answered');
    expect(server.connections()).toBe(1);
  });
});

describe('a connection is not used again when', () => {
  const answeredTwice = async (answer: string | Buffer): Promise<number> => {
    const server = await startServer((socket) => socket.write(answer));
    const http = createHttp(1);
    for (let count = 0; count < 2; count += 1) {
      expect(await http.send(post(server))).toMatchObject({ kind: 'answered', status: 200, isWhole: true });
    }
    return server.connections();
  };

  test('its answer says that it is closed', async () => {
    expect(await answeredTwice(httpAnswer(200, 'ok', { connection: 'close' }))).toBe(2);
  });

  test('it may lie idle for less than the way takes', async () => {
    expect(await answeredTwice(httpAnswer(200, 'ok', { 'keep-alive': 'timeout=1' }))).toBe(2);
  });

  test('more came than the answer', async () => {
    expect(await answeredTwice(`${httpAnswer(200, 'ok')}HTTP/1.1 200 OK\r\n`)).toBe(2);
  });

  test('it has lain idle for too long, and what takes its place is closed like any other', async () => {
    const server = await startServer((socket, _request, count) => {
      if (count === 1) socket.write(httpAnswer(200, 'ok'));
    });
    const http = createHttp(1);
    await http.send(post(server));
    const later = performance.now() + 10_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
    const second = http.send(post(server));
    clock.mockRestore();
    await expect.poll(() => server.requests.length).toBe(2);
    expect(server.connections()).toBe(2);
    await http.close();
    expect(await second).toMatchObject({ kind: 'unanswered', reason: 'reset' });
  });

  test('something comes while no request waits for it', async () => {
    const server = await startServer(async (socket) => {
      socket.write(httpAnswer(200, 'ok'));
      await sleep(20);
      socket.write(httpAnswer(500, 'an answer to nothing'));
    });
    const http = createHttp(1);
    for (let count = 0; count < 3; count += 1) {
      expect(await http.send(post(server))).toMatchObject({ kind: 'answered', status: 200 });
      await sleep(60);
    }
    expect(server.connections()).toBe(3);
  });
});

describe('a request that was withdrawn', () => {
  test('while its connection was made writes nothing, and leaves the connection to the next', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'ok')));
    const http = createHttp(1);
    const withdrawn = http.send(post(server, { mayStart: () => false }));
    const next = http.send(post(server));
    expect(await withdrawn).toMatchObject({ kind: 'unsent', reason: 'withdrawn' });
    expect(await next).toMatchObject({ kind: 'answered', status: 200 });
    expect(server.requests).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });

  test('among thousands that wait for one connection holds up none of the others', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'ok')));
    const http = createHttp(1);
    const results = await Promise.all(
      Array.from({ length: 20_000 }, (_, index) =>
        http.send(post(server, { timeoutMilliseconds: 30_000, mayStart: () => index % 10_000 === 0 })),
      ),
    );
    expect(results.filter(({ kind }) => kind === 'answered')).toHaveLength(2);
    expect(server.requests).toHaveLength(2);
  });
});
