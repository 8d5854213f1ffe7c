import { describe, expect, it } from 'vitest';
import { parsePlainSearch, stringifyPlainSearch } from '../../shell/plain-search.ts';
import {
  type ContactFilters,
  narrowing,
  parseContactFilters,
  tagFilterOf,
  tagsOf,
} from './contact-filters.ts';

const throughUrl = (filters: ContactFilters) =>
  parseContactFilters(parsePlainSearch(stringifyPlainSearch(filters)));

describe('the filters of the contact list', () => {
  it('survive the way through the address bar', () => {
    const all: ContactFilters[] = [
      {},
      { q: 'Sara', tag: 'vip,الرياض', consent: 'opted_out', sort: 'name' },
      { q: '+966501234567' },
      { segment_id: 'seg_01kagx5p9ne0ps4a2v7qk3m8dz' },
    ];
    for (const filters of all) expect(throughUrl(filters)).toEqual(filters);
  });

  it('drop what is unknown, and the order that is the usual one', () => {
    expect(parseContactFilters({ consent: 'maybe', segment_id: 'seg_1', sort: 'created', x: '1' })).toEqual(
      {},
    );
  });

  it('take tags apart and put them together again', () => {
    expect(tagsOf(' vip, , gold')).toEqual(['vip', 'gold']);
    expect(tagFilterOf(['vip', 'gold'])).toBe('vip,gold');
    expect(tagFilterOf([])).toBeUndefined();
  });

  it('narrow nothing down by the order alone', () => {
    expect(narrowing({ sort: 'name' })).toEqual({});
  });
});
