import { describe, expect, it } from 'vitest';
import { readMessagePost } from './read-message-post.ts';

const body = '{"to":"محمد"}';
const plain = {
  line: 'POST /v24.0/106540352242922/messages HTTP/1.1',
  headers: [
    'Host: localhost',
    'authorization:Bearer token ',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ],
  body,
};

function written({ line, headers, body }: typeof plain): Buffer {
  return Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n${body}`);
}

const whole = written(plain);
const [host = '', authorization = '', type = '', length = ''] = plain.headers;

describe('a plain request', () => {
  it('is read, and what follows it is left', () => {
    expect(readMessagePost(Buffer.concat([whole, Buffer.from('POST /2/mess')]))).toEqual({
      kind: 'message',
      phoneNumberId: '106540352242922',
      authorization: 'Bearer token',
      body: { to: 'محمد' },
      length: whole.length,
    });
  });

  it('is incomplete until its last byte', () => {
    for (let size = 1; size < whole.length; size++) {
      expect(readMessagePost(whole.subarray(0, size)).kind).toBe('incomplete');
    }
  });

  it.each([
    ['no version', { ...plain, line: 'POST /106540352242922/messages HTTP/1.1' }],
    ['a charset', { ...plain, headers: [host, length, 'content-type: application/json; charset=utf-8'] }],
    ['a kept connection', { ...plain, headers: [...plain.headers, 'Connection: Keep-Alive'] }],
    ['headers of no meaning', { ...plain, headers: [...plain.headers, 'Accept: */*', 'X-A: 1', 'X-A: 2'] }],
  ])('may have %s', (_title, request) => {
    expect(readMessagePost(written(request)).kind).toBe('message');
  });
});

describe('left to another', () => {
  it.each([
    ['another method', { ...plain, line: 'PUT /1/messages HTTP/1.1' }],
    ['another path', { ...plain, line: 'POST /1/media HTTP/1.1' }],
    ['a path that must be decoded', { ...plain, line: 'POST /%31/messages HTTP/1.1' }],
    ['a query', { ...plain, line: 'POST /1/messages?access_token=token HTTP/1.1' }],
    ['an old version of HTTP', { ...plain, line: 'POST /1/messages HTTP/1.0' }],
    ['no host', { ...plain, headers: [authorization, type, length] }],
    ['no type', { ...plain, headers: [host, authorization, length] }],
    ['no length', { ...plain, headers: [host, authorization, type] }],
    ['a length of 0', { ...plain, headers: [host, type, 'Content-Length: 0'] }],
    ['a length that is no number', { ...plain, headers: [host, type, 'Content-Length: +5'] }],
    ['a length above the limit', { ...plain, headers: [host, type, 'Content-Length: 1048577'] }],
    ['a length twice', { ...plain, headers: [...plain.headers, length] }],
    ['a token twice', { ...plain, headers: [...plain.headers, authorization] }],
    ['another type', { ...plain, headers: [host, length, 'Content-Type: text/plain'] }],
    ['a coding', { ...plain, headers: [...plain.headers, 'Transfer-Encoding: chunked'] }],
    ['an expectation', { ...plain, headers: [...plain.headers, 'Expect: 100-continue'] }],
    ['the wish to close', { ...plain, headers: [...plain.headers, 'Connection: close'] }],
    ['the wish to upgrade', { ...plain, headers: [...plain.headers, 'Upgrade: websocket'] }],
    ['a folded header', { ...plain, headers: [...plain.headers, ' folded'] }],
    ['a space before the colon', { ...plain, headers: [...plain.headers, 'X-A : 1'] }],
    ['a header outside ASCII', { ...plain, headers: [...plain.headers, 'X-A: é'] }],
    ['a line that ends oddly', { ...plain, headers: [...plain.headers, 'X-A: 1\nX-B: 2'] }],
    ['a long head', { ...plain, headers: [...plain.headers, `X-A: ${'a'.repeat(9_000)}`] }],
    ['followed by something else', { ...plain, body: `${body}\r\n` }],
    ['a body that is not JSON', { ...plain, body: body.replace('}', ']') }],
  ])('is %s', (_title, request) => {
    expect(readMessagePost(written(request))).toEqual({ kind: 'other' });
  });

  it.each(['GET', 'POST /1/messages HTTP/1.1\nHost: a', '\x16\x03\x01', `POST /${'1'.repeat(9_000)}`])(
    'is what begins %j, without waiting for the rest',
    (start) => {
      expect(readMessagePost(Buffer.from(start))).toEqual({ kind: 'other' });
    },
  );
});
