// The filters of the contact list, as they stand in its address.

import type { ContactSort } from '@hudhud/contract/contacts.ts';
import type { ConsentName } from '@hudhud/contract/segments.ts';
import { choiceFilter, idFilter, textFilter, withoutUnset } from '../../parts/list/search-filters.ts';

export const consentNames = ['opted_in', 'opted_out', 'unknown'] as const satisfies readonly ConsentName[];
export const sorts = ['created', 'name', 'last_seen'] as const satisfies readonly ContactSort[];

export type ContactFilters = {
  readonly q?: string | undefined;
  /** Tags, separated by commas: people who have all of them. */
  readonly tag?: string | undefined;
  readonly consent?: ConsentName | undefined;
  readonly segment_id?: string | undefined;
  readonly store_id?: string | undefined;
  readonly sort?: ContactSort | undefined;
};

/** The newest first is how the list stands anyway, and stays out of the address. */
const sortFilter = (search: Record<string, unknown>): ContactSort | undefined => {
  const sort = choiceFilter(search, 'sort', sorts);
  return sort === 'created' ? undefined : sort;
};

export const parseContactFilters = (search: Record<string, unknown>): ContactFilters =>
  withoutUnset({
    q: textFilter(search, 'q'),
    tag: textFilter(search, 'tag', 500),
    consent: choiceFilter(search, 'consent', consentNames),
    segment_id: idFilter(search, 'segment_id', 'seg'),
    store_id: idFilter(search, 'store_id', 'store'),
    sort: sortFilter(search),
  });

export const tagsOf = (filter: string | undefined): string[] =>
  (filter ?? '').split(',').flatMap((tag) => tag.trim() || []);

export const tagFilterOf = (tags: readonly string[]): string | undefined =>
  tags.length === 0 ? undefined : tags.join(',');

/** The filters that narrow the list down: the order does not. */
export const narrowing = ({ sort: _sort, ...rest }: ContactFilters): Omit<ContactFilters, 'sort'> => rest;
