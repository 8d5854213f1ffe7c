// No answer came back. Either no byte was sent, and the message may be retried, or perhaps the other side has it: the
// difference between a retry and a message that arrives twice.

import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { closedPort, httpAnswer } from '../../../tests/providers/support/loopback-server.ts';
import { selfSigned } from '../../../tests/providers/support/self-signed.ts';
import type { OutgoingHttp, OutgoingRequest } from './outgoing-http.ts';
import { makeRequest, useOutgoingHttp } from './tests-support/use-outgoing-http.ts';

const { startServer, openHttp } = useOutgoingHttp();
const createHttp = (connections = 4): OutgoingHttp => openHttp({ connections });

const post = (url: string, given: Partial<OutgoingRequest> = {}): OutgoingRequest =>
  makeRequest(url, {
    headers: { 'content-type': 'application/json' },
    body: '{"text":"Hello"}',
    ...given,
  });

describe('a request is unsent when', () => {
  test('no server listens', async () => {
    const result = await createHttp().send(post(`http://127.0.0.1:${await closedPort()}/`));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'refused' });
  });

  test('the host has no address', async () => {
    const result = await createHttp().send(post('http://nobody.invalid/'));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'dns' });
  });

  test('the certificate is not trusted', async () => {
    const server = await startServer((socket) => socket.end(httpAnswer(200, '')), { tls: selfSigned });
    const result = await createHttp().send(post(server.url));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'tls' });
    expect(server.requests).toEqual([]);
  });

  test('the other side does not speak TLS', async () => {
    const server = await startServer(() => undefined, {
      onConnect: (socket) => socket.write(httpAnswer(400, 'plain')),
    });
    const result = await createHttp().send(post(server.url.replace('http:', 'https:')));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'tls' });
  });

  test('the TLS handshake is broken off', async () => {
    const server = await startServer(() => undefined, { onConnect: (socket) => socket.resetAndDestroy() });
    const result = await createHttp().send(post(server.url.replace('http:', 'https:')));
    expect(result.kind).toBe('unsent');
  });

  test('the time ends while it is still connecting', async () => {
    // Takes the connection and never answers the handshake.
    const server = await startServer(() => undefined);
    const url = server.url.replace('http:', 'https:');
    const result = await createHttp().send(post(url, { timeoutMilliseconds: 150 }));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'connect_timeout' });
    expect(result.milliseconds, 'in time').toBeLessThan(1_500);
  });

  test('it times out while waiting for a free connection, and is never sent later', async () => {
    const answers: (() => void)[] = [];
    const server = await startServer((socket) =>
      answers.push(() => void socket.write(httpAnswer(200, 'ok'))),
    );
    const http = createHttp(1);
    const first = http.send(post(`${server.url}/first`));
    const second = await http.send(post(`${server.url}/second`, { timeoutMilliseconds: 100 }));
    expect(second).toMatchObject({ kind: 'unsent', reason: 'connect_timeout' });
    answers[0]?.();
    expect(await first).toMatchObject({ kind: 'answered' });
    const third = http.send(post(`${server.url}/third`));
    await expect.poll(() => server.requests.length).toBe(2);
    answers[1]?.();
    expect(await third).toMatchObject({ kind: 'answered' });
    expect(server.requests.map((request) => request.split(' ')[1])).toEqual(['/first', '/third']);
  });

  test.each(['', 'graph.facebook.com/v24.0', 'ftp://127.0.0.1/', 'http://', 'file:///etc/passwd'])(
    'its address cannot be used: "%s"',
    async (url) => {
      const result = await createHttp().send(post(url));
      expect(result).toMatchObject({ kind: 'unsent', reason: 'invalid_request' });
    },
  );

  test('a header cannot be written, and the header is not shown', async () => {
    const headers = { authorization: 'Bearer secret-token\r\nx: y' };
    const result = await createHttp().send(post('http://127.0.0.1:1/', { headers }));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'invalid_request' });
    expect(JSON.stringify(result)).not.toContain('secret-token');
  });
});

describe('a request is unanswered when', () => {
  test('the connection is reset before anything of it was read', async () => {
    const onConnect = (socket: Socket): void => {
      socket.pause();
      setTimeout(() => socket.resetAndDestroy(), 50);
    };
    const server = await startServer(() => undefined, { onConnect });
    const result = await createHttp().send(post(server.url));
    expect(result).toMatchObject({ kind: 'unanswered', reason: 'reset' });
    expect(server.requests).toEqual([]);
  });

  test('the connection is reset after it was read', async () => {
    const server = await startServer((socket) => socket.resetAndDestroy());
    const result = await createHttp().send(post(server.url));
    expect(result).toMatchObject({ kind: 'unanswered', reason: 'reset' });
    expect(server.requests).toHaveLength(1);
  });

  test('the connection is closed without a word', async () => {
    const server = await startServer((socket) => socket.end());
    const result = await createHttp().send(post(server.url));
    expect(result).toMatchObject({ kind: 'unanswered', reason: 'reset' });
    expect(server.requests).toHaveLength(1);
  });

  test('the connection is reset in the middle of the head of the answer', async () => {
    const server = await startServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nconte', () => socket.resetAndDestroy()),
    );
    expect(await createHttp().send(post(server.url))).toMatchObject({ kind: 'unanswered', reason: 'reset' });
  });

  test('the reply is not HTTP', async () => {
    const server = await startServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    expect(await createHttp().send(post(server.url))).toMatchObject({ kind: 'unanswered', reason: 'reset' });
  });

  test('a connection that was used before is reset under it, and it is not sent a second time', async () => {
    const server = await startServer((socket, _request, count) => {
      if (count === 1) socket.write(httpAnswer(200, 'ok'));
      else socket.resetAndDestroy();
    });
    const http = createHttp(1);
    await http.send(post(server.url));
    const result = await http.send(post(server.url));
    expect(result).toMatchObject({ kind: 'unanswered', reason: 'reset' });
    expect(server.requests).toHaveLength(2);
    expect(server.connections()).toBe(1);
  });

  test('the time ends before the answer begins', async () => {
    let closed = false;
    const server = await startServer((socket) => {
      socket.on('close', () => {
        closed = true;
      });
    });
    const result = await createHttp().send(post(server.url, { timeoutMilliseconds: 150 }));
    expect(result).toMatchObject({ kind: 'unanswered', reason: 'timeout' });
    expect(result.milliseconds, 'in time').toBeLessThan(1_500);
    await expect.poll(() => closed).toBe(true);
  });
});

describe('close', () => {
  test('breaks off what is under way and leaves unsent what waited', async () => {
    const server = await startServer(() => undefined);
    const http = createHttp(1);
    const first = http.send(post(server.url));
    const second = http.send(post(server.url));
    await expect.poll(() => server.requests.length).toBe(1);
    await http.close();
    expect(await first).toMatchObject({ kind: 'unanswered', reason: 'reset' });
    expect(await second).toMatchObject({ kind: 'unsent', reason: 'closed' });
    expect(server.requests).toHaveLength(1);
  });

  test('leaves every later request unsent, and may be called again', async () => {
    const server = await startServer((socket) => socket.end(httpAnswer(200, '')));
    const http = createHttp();
    await http.close();
    await http.close();
    expect(await http.send(post(server.url))).toMatchObject({ kind: 'unsent', reason: 'closed' });
    expect(server.requests).toEqual([]);
  });
});
