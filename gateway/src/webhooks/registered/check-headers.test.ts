import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { checkHeaders } from './check-headers.ts';

describe('headers of a webhook', () => {
  it('are taken with names in lower case', () => {
    expect(checkHeaders({ 'X-Api-Key': 'a b', authorization: 'Bearer x' })).toEqual({
      'x-api-key': 'a b',
      authorization: 'Bearer x',
    });
  });

  it.each([
    ['a name with a space', { 'x y': '1' }],
    ['an empty name', { '': '1' }],
    ['a line break in the value', { a: 'b\r\nx-evil: 1' }],
    ['a character beyond ASCII', { a: 'é' }],
    ['an empty value', { a: '' }],
    ['the host', { Host: 'example.com' }],
    ['the length', { 'Content-Length': '1' }],
    ['the proof of who sent it', { 'webhook-signature': 'v1,x' }],
    ['the same name twice', { a: '1', A: '2' }],
  ])('are refused with %s', (_name, headers) => {
    expect(() => checkHeaders(headers)).toThrow(AppError);
  });

  it('may be called like what every object has', () => {
    const given = JSON.parse('{"constructor": "a", "__proto__": "b"}') as Record<string, string>;
    expect(Object.entries(checkHeaders(given))).toEqual([
      ['constructor', 'a'],
      ['__proto__', 'b'],
    ]);
  });
});
