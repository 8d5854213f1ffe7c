// Takes a file in, finds out how it is written, and shows its first rows. Nothing is imported yet.

import type { ImportPreview } from '@hudhud/contract/imports.ts';
import type pg from 'pg';
import { storableText } from '../../platform/database/storable-text.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { listFields } from '../fields/queries.ts';
import { guessDelimiter } from './csv/guess-delimiter.ts';
import { createByteScan } from './csv/scan-bytes.ts';
import { type ByteSource, FileError, type FileRow } from './file-row.ts';
import { guessMapping, seemsHeader } from './guess-mapping.ts';
import type { FileForm } from './open-rows.ts';
import { countUnfinished, deleteChunks, type ImportKey, insertImport, type KeptForm } from './queries.ts';
import { readInThread } from './read-in-thread.ts';
import { openSpool, spoolFile } from './spool.ts';
import type { UploadPlaces } from './upload-places.ts';

export interface Upload {
  readonly companyId: string;
  readonly format: 'csv' | 'xlsx';
  readonly fileName: string;
  readonly stream: AsyncIterable<Uint8Array>;
  readonly bytesMax: number;
  readonly places: UploadPlaces;
}

const unfinishedMax = 20;
const previewRows = 10;
const previewCellCharacters = 200;
const sampleBytes = 65_536;
const lookMilliseconds = 60_000;

const unreadable = (detail: string): AppError => new AppError('contact_import_unreadable', { detail });

const findForm = async (
  source: ByteSource,
  format: Upload['format'],
  encoding: string,
): Promise<FileForm> => {
  if (format === 'xlsx') return { format, encoding: 'utf-8', delimiter: null, isDelimiterSaid: false };
  const sample = new TextDecoder(encoding).decode(await source.read(0, sampleBytes));
  const { delimiter, isSaid } = guessDelimiter(sample);
  return { format, encoding, delimiter, isDelimiterSaid: isSaid };
};

const readFirst = async (source: ByteSource, form: FileForm): Promise<FileRow[]> => {
  const rows: FileRow[] = [];
  const late = new AbortController();
  const tooLong = new FileError('Its first rows were not found within a minute; save the list as CSV.');
  const deadline = setTimeout(() => late.abort(tooLong), lookMilliseconds);
  try {
    for await (const row of readInThread(source, form, { signal: late.signal })) {
      rows.push(row);
      if (rows.length > previewRows) break;
    }
  } finally {
    clearTimeout(deadline);
  }
  return rows;
};

const showCells = (cells: readonly string[]): string[] =>
  cells.map((cell) => storableText(cell, previewCellCharacters).trim());

const makePreview = async (
  pool: pg.Pool,
  companyId: string,
  form: FileForm,
  rows: readonly FileRow[],
): Promise<ImportPreview & KeptForm> => {
  const shown = rows.map(({ cells }) => showCells(cells));
  const width = Math.max(...shown.map((cells) => cells.length));
  const hasHeader = seemsHeader(shown[0] ?? []);
  const first = hasHeader ? (shown[0] ?? []) : [];
  const headers = Array.from({ length: hasHeader ? first.length : width }, (_, index) =>
    hasHeader ? (first[index] ?? '') : `${index + 1}`,
  );
  const data = hasHeader ? shown.slice(1) : shown;
  return {
    encoding: form.encoding,
    delimiter: form.delimiter,
    is_delimiter_said: form.isDelimiterSaid,
    has_header: hasHeader,
    headers,
    rows: data.slice(0, previewRows),
    mapping: guessMapping(headers, data, await listFields(pool, companyId)),
  };
};

const keep = async (
  pool: pg.Pool,
  key: ImportKey,
  upload: Upload,
  bytes: number,
  encoding: string,
): Promise<void> => {
  if (bytes === 0) throw unreadable('The file is empty.');
  const source = openSpool(pool, key, bytes);
  const form = await findForm(source, upload.format, encoding);
  const rows = await upload.places.look(() => readFirst(source, form));
  if (rows.length === 0) throw unreadable('There are no rows in the file.');
  const preview = await makePreview(pool, key.companyId, form, rows);
  await insertImport(pool, key, { file_name: upload.fileName, format: upload.format, preview, bytes });
};

/** Answers the id of the import. */
export const uploadImport = async (pool: pg.Pool, upload: Upload): Promise<string> => {
  const key = { companyId: upload.companyId, id: newUuid() };
  if ((await countUnfinished(pool, upload.companyId)) >= unfinishedMax)
    throw new AppError('too_many_contact_imports', { retryAfterSeconds: 60 });
  const scan = createByteScan();
  const leave = upload.places.enter(upload.companyId);
  try {
    const bytes = await spoolFile(pool, key, upload.stream, upload.bytesMax, (piece) => scan.add(piece));
    await keep(pool, key, upload, bytes, scan.guess());
    return key.id;
  } catch (error) {
    await deleteChunks(pool, key).catch(() => undefined);
    throw error instanceof FileError ? unreadable(error.message) : error;
  } finally {
    leave();
  }
};
