// Every answer is read the same however its bytes are cut into pieces, and what could be read in two ways is not read.

import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { LoopbackServer } from '../../../tests/providers/support/loopback-server.ts';
import type { OutgoingHttp, OutgoingResult } from './outgoing-http.ts';
import { makeRequest, useOutgoingHttp } from './tests-support/use-outgoing-http.ts';

const { startServer, openHttp } = useOutgoingHttp();
const createHttp = (): OutgoingHttp => openHttp({ connections: 1 });

const start = (answer: (socket: Socket, path: string) => unknown): Promise<LoopbackServer> =>
  startServer((socket, request) => {
    socket.setNoDelay(true);
    void answer(socket, request.split(' ')[1] ?? '');
  });

const get = (http: OutgoingHttp, { url }: LoopbackServer, path = '/'): Promise<OutgoingResult> =>
  http.send(makeRequest(url + path, { method: 'GET', timeoutMilliseconds: 2_000 }));

/** One exchange with a server that says the given text and leaves the connection open. */
const receive = async (text: string, timeoutMilliseconds = 2_000): Promise<OutgoingResult> => {
  const { url } = await start((socket) => socket.write(text, 'latin1'));
  return await createHttp().send(makeRequest(url, { method: 'GET', timeoutMilliseconds }));
};

const answers: readonly (readonly [string, string, number, string])[] = [
  ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', 200, 'hello'],
  ['of no length', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', 200, ''],
  ['without a reason', 'HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', 200, ''],
  ['204, which has no body', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
  [
    'in chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n0006;name=value\r\n world\r\n0\r\n\r\n',
    200,
    'hello world',
  ],
  [
    'in chunks, with trailers',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nA\r\n0123456789\r\n0\r\nx-sum: 1\r\ny: 2\r\n\r\n',
    200,
    '0123456789',
  ],
  [
    'announced twice',
    'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok',
    201,
    'ok',
  ],
];

describe('an answer', () => {
  test.each(answers)('%s is read in one piece', async (_name, text, status, body) => {
    expect(await receive(text)).toMatchObject({ kind: 'answered', status, body, isWhole: true });
  });

  test.each(answers)('%s is read byte by byte', async (_name, text, status, body) => {
    const server = await start(async (socket) => {
      for (const byte of text) {
        socket.write(byte, 'latin1');
        await turn();
      }
    });
    expect(await get(createHttp(), server)).toMatchObject({ kind: 'answered', status, body, isWhole: true });
  });

  test.each(answers)('%s is read in two pieces, wherever it is cut', async (_name, text, status, body) => {
    const server = await start(async (socket, path) => {
      const at = Number(path.slice(1));
      socket.write(text.slice(0, at), 'latin1');
      await turn();
      await turn();
      socket.write(text.slice(at), 'latin1');
    });
    const http = createHttp();
    for (let at = 1; at < text.length; at += 1) {
      const result = await get(http, server, `/${at}`);
      expect(result, `cut at ${at}`).toMatchObject({ kind: 'answered', status, body, isWhole: true });
    }
    expect(server.connections()).toBe(1);
  });

  test('304 has no body, whatever length it states, and its connection is not used again', async () => {
    const server = await start((socket) =>
      socket.write('HTTP/1.1 304 Not Modified\r\ncontent-length: 99\r\n\r\n'),
    );
    const http = createHttp();
    for (let count = 0; count < 2; count += 1) {
      expect(await get(http, server)).toMatchObject({
        kind: 'answered',
        status: 304,
        body: '',
        isWhole: true,
      });
    }
    expect(server.connections()).toBe(2);
  });

  test('has its headers by lower-case name, trimmed, repeated ones joined', async () => {
    const result = await receive(
      'HTTP/1.1 200 OK\r\nX-A:  1 \r\nx-a:2\r\nX-Empty:\r\ncontent-length: 0\r\n\r\n',
    );
    expect(result).toMatchObject({ headers: { 'x-a': '1, 2', 'x-empty': '', 'content-length': '0' } });
  });

  test('may have headers that are called as something in every object', async () => {
    const result = await receive(
      'HTTP/1.1 200 OK\r\nconstructor: one\r\n__proto__: two\r\ntoString: three\r\n__proto__: four\r\ncontent-length: 0\r\n\r\n',
    );
    const headers = result.kind === 'answered' ? result.headers : {};
    expect(Object.entries(headers)).toEqual([
      ['constructor', 'one'],
      ['__proto__', 'two, four'],
      ['tostring', 'three'],
      ['content-length', '0'],
    ]);
    expect(JSON.parse(JSON.stringify(headers)).constructor).toBe('one');
  });
});

describe('its connection', () => {
  const whole = 'content-length: 0\r\n\r\n';

  test.each([
    ['goes on', 'HTTP/1.1 200 OK\r\n', 1],
    ['is closed by its own word', 'HTTP/1.1 200 OK\r\nConnection: Close\r\n', 2],
    ['may lie idle as long as it says', 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=5, max=100\r\n', 1],
    ['of HTTP/1.0 is closed', 'HTTP/1.0 200 OK\r\n', 2],
    ['of HTTP/1.0 goes on when it says so', 'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\n', 1],
  ])('%s', async (_name, head, connections) => {
    const server = await start((socket) => socket.write(head + whole));
    const http = createHttp();
    for (let count = 0; count < 2; count += 1) {
      expect(await get(http, server)).toMatchObject({ kind: 'answered', status: 200, isWhole: true });
    }
    expect(server.connections()).toBe(connections);
  });
});

describe('unanswered is a request when what comes back', () => {
  test.each([
    ['is another protocol', '220 mail.example ESMTP\r\n'],
    ['begins otherwise, without a line end', 'SSH-2'],
    ['has no status', 'HTTP/1.1 OK\r\n\r\n'],
    ['is of another version', 'HTTP/2 200 OK\r\n\r\n'],
    [
      'changes the protocol',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
    ],
    ['goes on without being asked to', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
    ['has a line that is no header', 'HTTP/1.1 200 OK\r\nno header\r\n\r\n'],
    ['has a header with a space in its name', 'HTTP/1.1 200 OK\r\ncontent-length : 5\r\n\r\nhello'],
    ['folds a header', 'HTTP/1.1 200 OK\r\nx-a: 1\r\n 2\r\n\r\n'],
    ['ends a line by LF alone', 'HTTP/1.1 200 OK\r\nx-a: 1\ncontent-length: 5\r\n\r\nhello'],
    ['has NUL in its head', 'HTTP/1.1 200 OK\r\nx-a: \0\r\n\r\n'],
    ['has a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n'],
    ['has a length below nothing', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
    ['has an endless head', `HTTP/1.1 200 OK\r\nx-a: ${'x'.repeat(20_000)}`],
  ])('%s', async (_name, text) => {
    const result = await receive(text);
    expect(result).toMatchObject({ kind: 'unanswered', reason: 'reset' });
    expect(result.milliseconds, 'in time').toBeLessThan(1_500);
  });
});

describe('an answer counts with its status, but is not whole, when it', () => {
  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

  test.each([
    ['has a chunk without a length', `${chunked}hello\r\n`],
    ['has a chunk of more than any', `${chunked}fffffffffffffffff\r\n`],
    ['has a chunk that is too long', `${chunked}2\r\nhello\r\n`],
  ])('%s', async (_name, text) => {
    const result = await receive(text);
    expect(result).toMatchObject({ kind: 'answered', status: 200, isWhole: false, cutBy: 'reset' });
    expect(result.milliseconds, 'in time').toBeLessThan(1_500);
  });

  test('has an endless line of a chunk', async () => {
    const result = await receive(`${chunked}1;${'x'.repeat(20_000)}`, 200);
    expect(result).toMatchObject({ kind: 'answered', isWhole: false, body: '' });
    expect(result.milliseconds, 'in time').toBeLessThan(1_500);
  });
});
