// The cursor of a list of contacts: the sort key of the last row, and its id.

import type { ContactSort } from '@hudhud/contract/contacts.ts';
import { isUuid } from '../platform/ids.ts';
import { invalidCursor } from '../platform/paging.ts';
import type { ContactPlace, ContactRow } from './queries.ts';

const keyOf = (sort: ContactSort, row: ContactRow): string => {
  if (sort === 'name') return row.sort_name;
  return sort === 'last_seen' ? (row.last_seen_at?.toISOString() ?? '-infinity') : '';
};

export const encodePlace = (sort: ContactSort, row: ContactRow): string =>
  Buffer.from(JSON.stringify([sort, keyOf(sort, row), row.id])).toString('base64url');

const isKey = (sort: ContactSort, key: string): boolean => {
  if (sort === 'created') return key === '';
  if (sort === 'last_seen') {
    return (
      key === '-infinity' || (/^20\d\d-\d\d-\d\dT[\d:.]{12}Z$/.test(key) && !Number.isNaN(Date.parse(key)))
    );
  }
  return !key.includes('\u0000');
};

const parse = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
};

export const decodePlace = (sort: ContactSort, cursor: string | undefined): ContactPlace | null => {
  if (cursor === undefined) return null;
  const parts = parse(cursor);
  const [name, key, id] = Array.isArray(parts) && parts.length === 3 ? (parts as unknown[]) : [];
  if (name !== sort || typeof key !== 'string' || typeof id !== 'string') throw invalidCursor();
  if (!isUuid(id) || !isKey(sort, key)) throw invalidCursor();
  return { key, id };
};
