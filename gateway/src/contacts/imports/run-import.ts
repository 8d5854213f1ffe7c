// Carries an import on from where it stands: row by row, a chunk of contacts to a commit. The chunk and its place in the
// file commit together, so that a crash repeats nothing and leaves nothing out.

import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { toDefinitions } from '../fields/check-values.ts';
import { listFields } from '../fields/queries.ts';
import type { ContactWrite } from '../saving/queries.ts';
import { saveContacts } from '../saving/save-contacts.ts';
import { findSettings } from '../settings/queries.ts';
import { FileError, type FileRow } from './file-row.ts';
import { createNumberSet, type NumberSet } from './number-set.ts';
import {
  type ChunkCounts,
  countChunk,
  findExisting,
  finishImport,
  type ImportKey,
  type ImportLease,
  type ImportRow,
  insertRefusals,
  type Refusal,
  releaseImport,
} from './queries.ts';
import { readInThread } from './read-in-thread.ts';
import { type RowReading, readRow } from './read-row.ts';
import { openSpool } from './spool.ts';

export const leaseSeconds = 20;
const rowsPerChunk = 1_000;
const renewMilliseconds = 5_000;
const rowsMax = 5_000_000;
const refusedCellCharacters = 1_000;

export interface RunOptions {
  readonly pool: pg.Pool;
  readonly workerId: string;
  /** Stops after the current chunk; another worker continues. */
  readonly signal: AbortSignal;
}

interface Chunk {
  readonly writes: ContactWrite[];
  readonly refusals: Refusal[];
}

const loadReading = async (pool: pg.Pool, job: ImportRow): Promise<RowReading> => {
  if (!job.options) throw new Error('import runs without options');
  const [settings, fields] = await Promise.all([
    findSettings(pool, job.company_id),
    listFields(pool, job.company_id),
  ]);
  const { default_country: own } = job.options;
  const country = own === undefined ? (settings?.default_country ?? null) : own;
  return { options: job.options, country, definitions: toDefinitions(fields) };
};

/** A number that stands in the file twice counts once; the later row is refused and says where the first one is. */
const judge = (row: FileRow, reading: RowReading, seen: NumberSet): ContactWrite | Refusal => {
  const read = readRow(row, reading);
  const refuse = (code: string, detail: string): Refusal => ({
    line: row.line,
    code,
    detail,
    cells: row.cells.map((cell) =>
      cell.slice(0, refusedCellCharacters).toWellFormed().replaceAll('\u0000', ''),
    ),
  });
  if (read.kind === 'refused') return refuse(read.code, read.detail);
  const earlier = seen.add(read.write.phoneNumber, row.line);
  return earlier === null
    ? read.write
    : refuse('duplicate_in_file', `The same number is in line ${earlier} already.`);
};

const count = (outcomes: readonly string[], refused: number): ChunkCounts => {
  const of = (outcome: string): number => outcomes.filter((one) => one === outcome).length;
  return {
    done: outcomes.length + refused,
    created: of('created'),
    updated: of('updated'),
    skipped: of('skipped'),
    refused,
  };
};

/** The outcome for these contacts, without writing them. */
const foresee = async (
  client: pg.ClientBase,
  companyId: string,
  writes: readonly ContactWrite[],
  updatesExisting: boolean,
): Promise<string[]> => {
  const existing = await findExisting(
    client,
    companyId,
    writes.map((write) => write.phoneNumber),
  );
  const known = updatesExisting ? 'updated' : 'skipped';
  return writes.map(({ phoneNumber }) => (existing.has(phoneNumber) ? known : 'created'));
};

class ImportLeaseLost extends Error {}

const commitChunk = (
  { pool, workerId }: RunOptions,
  job: ImportRow,
  before: number,
  chunk: Chunk,
  progress: number,
): Promise<ImportLease & ChunkCounts> =>
  inTransaction(pool, async (client) => {
    const key: ImportKey = { companyId: job.company_id, id: job.id };
    const updates = (job.options?.on_duplicate ?? 'update') === 'update';
    const outcomes = job.options?.dry_run
      ? await foresee(client, key.companyId, chunk.writes, updates)
      : (await saveContacts(client, key.companyId, chunk.writes, updates)).map(({ outcome }) => outcome);
    if (chunk.refusals.length > 0) await insertRefusals(client, key, chunk.refusals);
    const counts = count(outcomes, chunk.refusals.length);
    const lease = await countChunk(client, key, workerId, before, counts, progress, leaseSeconds);
    // The worker that holds the lease now does this chunk too: nothing of ours may stay.
    if (!lease.isOurs) throw new ImportLeaseLost();
    return { ...lease, ...counts };
  });

/** Reads the file to its end. Answers how the import ends, or null when another worker is to go on. */
const carryOn = async (options: RunOptions, job: ImportRow): Promise<'done' | 'cancelled' | null> => {
  const key: ImportKey = { companyId: job.company_id, id: job.id };
  const size = Number(job.file_bytes);
  let bytesRead = 0;
  const source = openSpool(options.pool, key, size, (bytes) => {
    bytesRead += bytes;
  });
  const reading = await loadReading(options.pool, job);
  const { preview } = job;
  const rows = readInThread(source, {
    ...preview,
    format: job.format,
    isDelimiterSaid: preview.is_delimiter_said,
  });
  const seen = createNumberSet();
  let isHeader = reading.options.has_header ?? preview.has_header;
  let done = job.rows_done;
  let index = 0;
  let chunk: Chunk = { writes: [], refusals: [] };
  let renewedAt = performance.now();

  const commit = async (): Promise<ImportLease> => {
    const progress = Math.min(bytesRead / size, 0.999);
    const result = await commitChunk(options, job, done, chunk, progress);
    done += result.done;
    chunk = { writes: [], refusals: [] };
    renewedAt = performance.now();
    return result;
  };

  for await (const row of rows) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    index += 1;
    if (index > rowsMax) throw new FileError(`The file has more than ${rowsMax.toLocaleString('en')} rows.`);
    const judged = judge(row, reading, seen);
    // Settled before a crash; it is only looked at for its number.
    if (index <= job.rows_done) {
      if (performance.now() - renewedAt < renewMilliseconds) continue;
    } else if ('code' in judged) chunk.refusals.push(judged);
    else chunk.writes.push(judged);
    const isFull = chunk.writes.length + chunk.refusals.length >= rowsPerChunk;
    if (!isFull && performance.now() - renewedAt < renewMilliseconds) continue;
    const lease = await commit();
    if (lease.isCancelWanted) return 'cancelled';
    if (options.signal.aborted) return null;
  }
  return (await commit()).isCancelWanted ? 'cancelled' : 'done';
};

const settle = async (
  { pool, workerId }: RunOptions,
  job: ImportRow,
  end: 'done' | 'cancelled' | 'failed' | null,
  failure: string | null,
): Promise<void> => {
  const key: ImportKey = { companyId: job.company_id, id: job.id };
  if (end === null) await releaseImport(pool, key, workerId);
  else await finishImport(pool, key, workerId, end, failure);
};

export const runImport = async (options: RunOptions, job: ImportRow): Promise<void> => {
  try {
    await settle(options, job, await carryOn(options, job), null);
  } catch (error) {
    if (error instanceof ImportLeaseLost) return;
    if (error instanceof FileError) return await settle(options, job, 'failed', error.message);
    // The database, or ourselves: the position is kept, and the import is retried.
    await settle(options, job, null, null).catch(() => undefined);
    throw error;
  }
};
