import { describe, expect, it } from 'vitest';
import { removeFromAnswer, removeFromBody, secretsOfBody } from './secret-fields.ts';

const fields = secretsOfBody(
  { properties: { name: {}, headers: {}, token: {}, url: {} } },
  { removed: ['headers.*', 'token'], addresses: ['url', 'data.*.url'] },
);
const clean = (body: unknown): unknown => JSON.parse(removeFromBody(JSON.stringify(body), fields));

describe('removeFromBody', () => {
  it('returns a body without secrets exactly as it came', () => {
    const text = '{ "name" : "x", "url":"https://x/?" }';
    expect(removeFromBody(text, fields)).toBe(text);
    expect(removeFromBody('', fields)).toBe('');
  });

  it('removes declared values and keeps their names', () => {
    expect(clean({ name: 'x', headers: { a: '1', b: '2' }, token: { deep: 1 } })).toEqual({
      name: 'x',
      headers: { a: '[removed]', b: '[removed]' },
      token: '[removed]',
    });
  });

  it('removes a declared value of an unexpected form', () => {
    expect(clean({ headers: 'a: 1' })).toEqual({ headers: '[removed]' });
    expect(clean({ headers: ['a: 1'] })).toEqual({ headers: '[removed]' });
  });

  it('removes fields that the route does not know', () => {
    expect(clean({ name: 'x', hedaers: { a: '1' } })).toEqual({ name: 'x', hedaers: '[removed]' });
    expect(removeFromBody('{"__proto__":{"a":"hush"}}', fields)).toBe('{"__proto__":"[removed]"}');
    expect(removeFromBody('{"headers":{"__proto__":"hush"}}', fields)).not.toContain('hush');
  });

  it.each(['{"token":"hush"', '"hush"', '["hush"]', 'null'])('drops %s, which is no JSON object', (text) => {
    expect(removeFromBody(text, fields)).toBe('[removed]');
  });

  it('removes the values in the query of an address', () => {
    expect(clean({ url: 'https://x/?token=hush' })).toEqual({ url: 'https://x/?token=[removed]' });
  });
});

describe('removeFromAnswer', () => {
  it('removes the values in the query of addresses, also in lists', () => {
    const answer = { data: [{ url: 'https://x/?a=1' }, { url: 'https://y' }], url: 'https://z/?hush' };
    expect(JSON.parse(removeFromAnswer(JSON.stringify(answer), fields))).toEqual({
      data: [{ url: 'https://x/?a=[removed]' }, { url: 'https://y' }],
      url: 'https://z/?[removed]',
    });
  });

  it('leaves an answer without addresses, or that is no JSON, as it is', () => {
    expect(removeFromAnswer('{"name":"why?"}', fields)).toBe('{"name":"why?"}');
    expect(removeFromAnswer('why?', fields)).toBe('why?');
  });
});
