import { describe, expect, it } from 'vitest';
import { keptHeaders } from './request-row.ts';

const read = (headers: Record<string, string | string[]>): unknown =>
  JSON.parse(keptHeaders(headers) ?? 'null');

describe('the headers that are kept of a request', () => {
  it('are those that change what it means', () => {
    expect(
      read({
        host: 'localhost',
        'content-type': 'application/json',
        prefer: 'respond-async',
        authorization: 'Bearer tok_live_1',
        'x-company-id': 'co_1',
        cookie: 'session=1',
        'content-length': '12',
      }),
    ).toEqual({ 'content-type': 'application/json', prefer: 'respond-async' });
  });

  it('hold no value under the name of a secret', () => {
    expect(read({ 'x-api-key': 'abc', 'x-shop-token': 'def', 'x-hub-signature-256': 'ghi' })).toEqual({
      'x-api-key': '[removed]',
      'x-shop-token': '[removed]',
      'x-hub-signature-256': '[removed]',
    });
  });

  it('are bounded in number and length', () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`x-${index}`, 'a'.repeat(5_000)]),
    );
    expect(Object.keys(read(many) as object)).toHaveLength(20);
    expect((keptHeaders(many) ?? '').length).toBeLessThan(5_000);
    expect(keptHeaders({ host: 'localhost' })).toBeNull();
  });
});
