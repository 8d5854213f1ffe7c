import { describe, expect, it } from 'vitest';
import { parsePlainSearch, stringifyPlainSearch } from '../../shell/plain-search.ts';
import { parseRequestFilters, type RequestFilters } from './request-filters.ts';

const throughUrl = (filters: RequestFilters) =>
  parseRequestFilters(parsePlainSearch(stringifyPlainSearch(filters)));

describe('the filters of the Event Monitor', () => {
  it('survive the way through the address bar', () => {
    const all: RequestFilters[] = [
      {},
      {
        outcome: 'failed',
        code: 'invalid_phone_number',
        method: 'POST',
        path: '/api/v1/messages',
        phone_number: '+966 50 123 4567',
        text: 'Reminder: 100%',
        time: '1h',
      },
      { since: '2026-11-15T09:30:00.000Z', until: '2026-11-15T10:30:00.000Z' },
    ];
    for (const filters of all) expect(throughUrl(filters)).toEqual(filters);
  });

  it('drop what a person mistyped instead of failing', () => {
    expect(
      parseRequestFilters({
        phone_number: '+12',
        outcome: 'lost',
        method: 'get',
        code: ' ',
        path: 'x'.repeat(201),
      }),
    ).toEqual({});
  });
});
