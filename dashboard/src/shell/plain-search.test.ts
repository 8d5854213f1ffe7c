import { expect, it } from 'vitest';
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts';

it('keeps every value the text it was', () => {
  for (const search of [
    { phone_number: '+966501234567' },
    { code: 'invalid_phone_number', path: '/api/v1', since: '2026-11-15T09:30:00.000Z' },
    { path: 'a&b=c d?#%' },
    { code: '422', path: 'true' },
    {},
  ]) {
    expect(parsePlainSearch(stringifyPlainSearch(search))).toEqual(search);
  }
});

it('writes links that a person can read', () => {
  expect(stringifyPlainSearch({ path: '/api/v1/messages', code: undefined, outcome: '' })).toBe(
    '?path=/api/v1/messages',
  );
});
