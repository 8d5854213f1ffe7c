// Any list of contacts as a CSV file, streamed a page at a time. Its headings are those that an import recognises.

import { Readable } from 'node:stream';
import type pg from 'pg';
import { byteOrderMark, csvLine } from '../../platform/csv-line.ts';
import { timeOfUuid, toPublicId } from '../../platform/ids.ts';
import type { Condition } from '../audience/queries.ts';
import { type ContactPlace, type ContactRow, listContacts } from '../queries.ts';

const rowsPerPage = 1_000;

const ownColumns = [
  'phone_number',
  'name',
  'language',
  'tags',
  'notes',
  'store_id',
  'consent',
  'consent_at',
  'consent_source',
  'last_seen_at',
  'created_at',
];

const toCells = (row: ContactRow, fieldNames: readonly string[]): string[] => [
  row.phone_number ?? '',
  row.name,
  row.language ?? '',
  row.tags.join('; '),
  row.notes,
  row.store_id === null ? '' : toPublicId('store', row.store_id),
  row.consent,
  row.consent_at?.toISOString() ?? '',
  row.consent_source ?? '',
  row.last_seen_at?.toISOString() ?? '',
  timeOfUuid(row.id).toISOString(),
  ...fieldNames.map((name) => (Object.hasOwn(row.fields, name) ? String(row.fields[name]) : '')),
];

async function* lines(
  pool: pg.Pool,
  condition: Condition,
  fieldNames: readonly string[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine([...ownColumns, ...fieldNames]);
  // All of it is wanted in the end, so each page goes on where the one before ended.
  const inOrder = { ...condition, isScattered: false };
  for (let after: ContactPlace | null = null; ; ) {
    const rows: ContactRow[] = await listContacts(pool, inOrder, 'created', after, rowsPerPage);
    const page = rows.slice(0, rowsPerPage);
    if (page.length > 0) yield page.map((row) => csvLine(toCells(row, fieldNames))).join('');
    const last = page.at(-1);
    if (rows.length <= rowsPerPage || !last) return;
    after = { key: '', id: last.id };
  }
}

export const exportContacts = (
  pool: pg.Pool,
  condition: Condition,
  fieldNames: readonly string[],
): Readable => Readable.from(lines(pool, condition, fieldNames));
