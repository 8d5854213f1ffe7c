// The bytes on the wire are those of the request, and never more.

import { describe, expect, test } from 'vitest';
import { checkHeaders, destinationOf, isOnRoute } from './request.ts';

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
    expect(destinationOf('http://erp.example.com/a\r\nx: y').path).toBe('/ax:%20y');
  });
});

describe('a header', () => {
  test.each(['authorization', 'X-Mark', 'constructor', '__proto__'])('may be named "%s"', (name) => {
    expect(() => checkHeaders(JSON.parse(`{"${name}":"1"}`))).not.toThrow();
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
  ])('named "%s" is refused', (name) => {
    expect(() => checkHeaders({ [name]: '1' })).toThrow(/cannot be sent/);
  });

  test.each(['secret\r\nx: y', 'secret\ny', 'secret\u0000', 'secret\u2028', 'secreté'])(
    'with a value that cannot be sent is refused, and the value not repeated',
    (value) => {
      expect(() => checkHeaders({ authorization: value })).toThrow(
        'The value of the header authorization cannot be sent.',
      );
    },
  );
});

describe('a route of our own', () => {
  const route = { base: () => 'http://127.0.0.1:3000/simulator' };

  test.each([
    'http://127.0.0.1:3000/simulator/v24.0/1/messages',
    'http://127.0.0.1:3000/simulator/media?id=1',
    'http://127.0.0.1:3000/x/../simulator/v24.0',
  ])('leads to %s', (url) => {
    expect(isOnRoute(destinationOf(url), route)).toBe(true);
  });

  test.each([
    'http://127.0.0.1:3000/',
    'http://127.0.0.1:3000/simulator',
    'http://127.0.0.1:3000/simulators/1',
    'http://127.0.0.1:3000/simulator/../api/v1/me',
    'http://127.0.0.1:3000/simulator/%2e%2e/api/v1/me',
    'http://127.0.0.1:3000/simulator/..\\api',
    'http://127.0.0.1:3001/simulator/v24.0',
    'https://127.0.0.1:3000/simulator/v24.0',
    'http://localhost:3000/simulator/v24.0',
    'http://127.0.0.1:3000@erp.example.com/simulator/v24.0',
  ])('does not lead to %s', (url) => {
    expect(isOnRoute(destinationOf(url), route)).toBe(false);
  });
});
