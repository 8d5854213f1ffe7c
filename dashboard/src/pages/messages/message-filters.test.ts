import { describe, expect, it } from 'vitest';
import { parsePlainSearch, stringifyPlainSearch } from '../../shell/plain-search.ts';
import { type MessageFilters, parseMessageFilters } from './message-filters.ts';

const throughUrl = (filters: MessageFilters) =>
  parseMessageFilters(parsePlainSearch(stringifyPlainSearch(filters)));

describe('the filters of the message list', () => {
  it('survive the way through the address bar', () => {
    const all: MessageFilters[] = [
      {},
      { status: 'failed', direction: 'out', phone_number: '+966501234567', time: '24h' },
      { since: '2026-11-15T09:30:00.000Z' },
    ];
    for (const filters of all) expect(throughUrl(filters)).toEqual(filters);
  });

  it('take a phone number the way people write it', () => {
    for (const phone_number of ['+966 50 123 4567', '966501234567', ' 966501234567', '+966-50-123-4567']) {
      expect(parseMessageFilters({ phone_number })).toEqual({ phone_number: '+966501234567' });
    }
  });

  it('drop what is unknown', () => {
    expect(parseMessageFilters({ status: 'lost', direction: 'up', phone_number: '?' })).toEqual({});
  });
});
