// What goes over the wire is what was asked for, and never more.

import { describe, expect, test } from 'vitest';
import { destinationOf, type OutgoingRequest, requestText } from './request.ts';

const request = (given: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  method: 'POST',
  url: 'https://graph.example.com/v24.0/1/messages',
  headers: {},
  body: null,
  timeoutMilliseconds: 1_000,
  answerBytesMax: 1_000,
  ...given,
});

const textOf = (given: OutgoingRequest): string => {
  const { origin, path } = destinationOf(given.url);
  return requestText(origin, path, given);
};

describe('an address', () => {
  test.each([
    ['http://erp.example.com/hook', false, 'erp.example.com', 80, 'erp.example.com', '/hook'],
    ['https://erp.example.com', true, 'erp.example.com', 443, 'erp.example.com', '/'],
    ['https://erp.example.com:8443/a?b=c#d', true, 'erp.example.com', 8443, 'erp.example.com:8443', '/a?b=c'],
    ['http://[::1]:8080/', false, '::1', 8080, '[::1]:8080', '/'],
    ['http://user:word@erp.example.com/', false, 'erp.example.com', 80, 'erp.example.com', '/'],
    ['http://erp.example.com/two words', false, 'erp.example.com', 80, 'erp.example.com', '/two%20words'],
  ])('%s is taken apart', (url, isSecure, hostname, port, host, path) => {
    expect(destinationOf(url)).toMatchObject({ origin: { isSecure, hostname, port, host }, path });
  });

  test.each(['', 'erp.example.com', 'ftp://erp.example.com/', 'file:///etc/passwd', 'http://'])(
    '"%s" is refused',
    (url) => {
      expect(() => destinationOf(url)).toThrow(/^The address /);
    },
  );

  test('with a line end in its path cannot bring in a header', () => {
    const text = textOf(request({ url: 'http://erp.example.com/a\r\nx: y' }));
    expect(text).toMatch(/^POST \/ax:%20y HTTP\/1\.1\r\n/);
  });
});

describe('a request', () => {
  test('is head and body in one text, the length in bytes', () => {
    const text = textOf(request({ headers: { authorization: 'Bearer token' }, body: '{"text":"سلام"}' }));
    expect(text).toBe(
      'POST /v24.0/1/messages HTTP/1.1\r\nhost: graph.example.com\r\nconnection: keep-alive\r\n' +
        'authorization: Bearer token\r\ncontent-length: 19\r\n\r\n{"text":"سلام"}',
    );
  });

  test.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', 'content-length: 0\r\n'],
  ] as const)('of %s without a body says so', (method, line) => {
    expect(textOf(request({ method }))).toMatch(new RegExp(`keep-alive\\r\\n${line}\\r\\n$`));
  });

  test.each([
    'a b',
    'a:b',
    'a\r\nb',
    '',
    'Content-Length',
    'transfer-encoding',
    'Host',
    'connection',
    'expect',
  ])('with a header named "%s" is refused', (name) => {
    expect(() => textOf(request({ headers: { [name]: '1' } }))).toThrow(/cannot be sent/);
  });

  test.each(['secret\r\nx: y', 'secret\ny', 'secret\u0000', 'secret\u2028', 'secreté'])(
    'with a value that cannot be sent is refused, and the value not repeated',
    (value) => {
      const asked = (): string => textOf(request({ headers: { authorization: value } }));
      expect(asked).toThrow('The value of the header authorization cannot be sent.');
    },
  );
});
