// A file that was uploaded, for another use than importing it: its rows as they stand, and where the phone number is.

import type pg from 'pg';
import type { FileRow } from './file-row.ts';
import { findImport, type ImportKey } from './queries.ts';
import { readInThread } from './read-in-thread.ts';
import { openSpool } from './spool.ts';

export interface OpenedUpload {
  readonly fileName: string;
  /** Numbers when the file has no headings. */
  readonly headers: readonly string[];
  /** The guessed target of each column: phone_number, name, field.<name>, ... */
  readonly mapping: readonly (string | null)[];
  /** Without the headings. */
  readonly rows: () => AsyncGenerator<FileRow>;
}

/** Null when there is no such upload, or its file is gone because it was imported. */
export const openUpload = async (pool: pg.Pool, key: ImportKey): Promise<OpenedUpload | null> => {
  const row = await findImport(pool, key);
  if (row?.state !== 'uploaded') return null;
  const { encoding, delimiter, is_delimiter_said: isDelimiterSaid, has_header: hasHeader } = row.preview;
  const source = openSpool(pool, key, Number(row.file_bytes));
  async function* rows(): AsyncGenerator<FileRow> {
    let isFirst = true;
    const form = { format: row?.format ?? 'csv', encoding: encoding ?? 'utf-8', delimiter, isDelimiterSaid };
    for await (const found of readInThread(source, form)) {
      if (!(isFirst && hasHeader)) yield found;
      isFirst = false;
    }
  }
  return { fileName: row.file_name, headers: row.preview.headers, mapping: row.preview.mapping, rows };
};
