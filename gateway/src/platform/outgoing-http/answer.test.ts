// Every answer is read the same however its bytes are cut into pieces, and what could be read in two ways is not read.

import { describe, expect, test } from 'vitest';
import { AnswerReader } from './answer.ts';

interface Read {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

const createRead = () => {
  const read: Read = { status: 0, headers: {}, body: '' };
  const reader = new AnswerReader({
    answerBegins: (status, headers) => Object.assign(read, { status, headers }),
    answerGoesOn: (chunk) => {
      read.body += chunk.toString('latin1');
    },
  });
  return { read, reader };
};

const readAll = (...pieces: readonly (string | Buffer)[]) => {
  const { read, reader } = createRead();
  for (const piece of pieces) reader.read(Buffer.from(piece as string, 'latin1'));
  return { ...read, reader };
};

const answers: readonly (readonly [string, string, number, string])[] = [
  ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', 200, 'hello'],
  ['of no length', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', 200, ''],
  ['without a reason', 'HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', 200, ''],
  ['204, which has no body', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
  ['304, whatever length it tells', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 99\r\n\r\n', 304, ''],
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
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok',
    201,
    'ok',
  ],
];

describe('an answer', () => {
  test.each(answers)('%s is read in one piece', (_name, text, status, body) => {
    const read = readAll(text);
    expect(read).toMatchObject({ status, body });
    expect(read.reader.isWhole).toBe(true);
    expect(read.reader.idleSeconds).toBe(Number.POSITIVE_INFINITY);
  });

  test.each(answers)('%s is read byte by byte', (_name, text, status, body) => {
    const read = readAll(...text);
    expect(read).toMatchObject({ status, body });
    expect(read.reader.isWhole).toBe(true);
  });

  test.each(answers)('%s is read in two pieces, wherever it is cut', (_name, text, status, body) => {
    for (let at = 1; at < text.length; at += 1) {
      const { read, reader } = createRead();
      reader.read(Buffer.from(text.slice(0, at), 'latin1'));
      expect(reader.isWhole).toBe(false);
      reader.read(Buffer.from(text.slice(at), 'latin1'));
      expect([read.status, read.body, reader.isWhole]).toEqual([status, body, true]);
    }
  });

  test('without a length goes on to the end of its connection', () => {
    const { body, reader } = readAll('HTTP/1.1 200 OK\r\n\r\nhel', 'lo');
    expect(body).toBe('hello');
    expect(reader.isWhole).toBe(false);
    expect(reader.endsWithConnection).toBe(true);
  });

  test('has its headers by lower-case name, trimmed, repeated ones joined', () => {
    const { headers } = readAll(
      'HTTP/1.1 200 OK\r\nX-A:  1 \r\nx-a:2\r\nX-Empty:\r\ncontent-length: 0\r\n\r\n',
    );
    expect(headers).toEqual({ 'x-a': '1, 2', 'x-empty': '', 'content-length': '0' });
  });
});

describe('its connection', () => {
  const whole = 'content-length: 0\r\n\r\n';

  test.each([
    ['goes on', 'HTTP/1.1 200 OK\r\n', Number.POSITIVE_INFINITY],
    ['is closed by its own word', 'HTTP/1.1 200 OK\r\nConnection: Close\r\n', 0],
    ['may lie idle as long as it says', 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=5, max=100\r\n', 5],
    ['of HTTP/1.0 is closed', 'HTTP/1.0 200 OK\r\n', 0],
    [
      'of HTTP/1.0 goes on when it says so',
      'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\n',
      Number.POSITIVE_INFINITY,
    ],
  ])('%s', (_name, head, seconds) => {
    expect(readAll(head + whole).reader.idleSeconds).toBe(seconds);
  });

  test('is not used again after bytes that nobody asked for', () => {
    const { body, reader } = readAll('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n');
    expect(body).toBe('ok');
    expect(reader.idleSeconds).toBe(0);
  });
});

describe('broken is what', () => {
  test.each([
    ['is another protocol', '220 mail.example ESMTP\r\n'],
    ['begins otherwise, without a line end', 'SSH-2'],
    ['has no status', 'HTTP/1.1 OK\r\n\r\n'],
    ['is of another version', 'HTTP/2 200 OK\r\n\r\n'],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\n\r\n'],
    ['has a line that is no header', 'HTTP/1.1 200 OK\r\nno header\r\n\r\n'],
    ['has a header with a space in its name', 'HTTP/1.1 200 OK\r\ncontent-length : 5\r\n\r\nhello'],
    ['folds a header', 'HTTP/1.1 200 OK\r\nx-a: 1\r\n 2\r\n\r\n'],
    ['ends a line by LF alone', 'HTTP/1.1 200 OK\r\nx-a: 1\ncontent-length: 5\r\n\r\nhello'],
    ['has NUL in its head', 'HTTP/1.1 200 OK\r\nx-a: \0\r\n\r\n'],
    ['has a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n'],
    ['has a length below nothing', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
    ['has an unknown encoding', 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n'],
    ['has a chunk without a length', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nhello\r\n'],
    ['has a chunk of more than any', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nfffffffff\r\n'],
    ['has a chunk that is too long', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhello\r\n'],
    ['has an endless head', `HTTP/1.1 200 OK\r\nx-a: ${'x'.repeat(20_000)}`],
    [
      'has an endless line of a chunk',
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(2_000)}`,
    ],
  ])('%s', (_name, text) => {
    expect(() => readAll(text)).toThrow(/^The answer is not HTTP: /);
  });
});
