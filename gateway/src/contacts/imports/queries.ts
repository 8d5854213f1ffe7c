// The SQL of imports: the job, its file in chunks, and the rows it refused.

import type { ImportPreview, ImportStart, ImportState } from '@hudhud/contract/imports.ts';
import type pg from 'pg';
import type { Queryable } from '../../platform/database/database.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import type { IdRange } from '../../platform/paging.ts';

export interface ImportKey {
  readonly companyId: string;
  readonly id: string;
}

/** How the text of a CSV file is read. */
export interface KeptForm {
  readonly is_delimiter_said: boolean;
}

export interface ImportRow {
  readonly company_id: string;
  readonly id: string;
  readonly state: ImportState;
  readonly file_name: string;
  readonly format: 'csv' | 'xlsx';
  /** bigint, so the driver gives text. */
  readonly file_bytes: string;
  readonly preview: ImportPreview & KeptForm;
  readonly options: ImportStart | null;
  readonly progress: number;
  readonly rows_total: number | null;
  readonly rows_done: number;
  readonly rows_created: number;
  readonly rows_updated: number;
  readonly rows_skipped: number;
  readonly rows_refused: number;
  readonly failure: string | null;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

const columns = `company_id, id, state, file_name, format, file_bytes, preview, options, progress, rows_total, rows_done,
  rows_created, rows_updated, rows_skipped, rows_refused, failure, started_at, finished_at`;

export const insertChunk = async (
  db: Queryable,
  key: ImportKey,
  number: number,
  bytes: Buffer,
): Promise<void> => {
  await db.query(
    'insert into contact_import_chunks (company_id, import_id, number, bytes) values ($1, $2, $3, $4)',
    [key.companyId, key.id, number, bytes],
  );
};

/** A part of one chunk, counted from its first byte. */
export const readChunk = async (
  db: Queryable,
  key: ImportKey,
  number: number,
  from: number,
  length: number,
): Promise<Buffer | null> => {
  const { rows } = await db.query<{ bytes: Buffer }>({
    name: 'read-import-chunk',
    text: `
      select substring(bytes from $4::integer + 1 for $5) as bytes from contact_import_chunks
      where company_id = $1 and import_id = $2 and number = $3`,
    values: [key.companyId, key.id, number, from, length],
  });
  return rows[0]?.bytes ?? null;
};

export const deleteChunks = async (db: Queryable, key: ImportKey): Promise<void> => {
  await db.query('delete from contact_import_chunks where company_id = $1 and import_id = $2', [
    key.companyId,
    key.id,
  ]);
};

export const insertImport = async (
  db: Queryable,
  key: ImportKey,
  file: Pick<ImportRow, 'file_name' | 'format' | 'preview'> & { readonly bytes: number },
): Promise<void> => {
  await db.query(
    `insert into contact_imports (company_id, id, state, file_name, format, file_bytes, preview)
     values ($1, $2, 'uploaded', $3, $4, $5, $6::jsonb)`,
    [key.companyId, key.id, file.file_name, file.format, file.bytes, JSON.stringify(file.preview)],
  );
};

export const countUnfinished = async (db: Queryable, companyId: string): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from contact_imports
     where company_id = $1 and state in ('uploaded', 'queued', 'running')`,
    [companyId],
  );
  return rows[0]?.count ?? 0;
};

export const findImport = async (db: Queryable, key: ImportKey): Promise<ImportRow | null> => {
  const { rows } = await db.query<ImportRow>(
    `select ${columns} from contact_imports where company_id = $1 and id = $2`,
    [key.companyId, key.id],
  );
  return rows[0] ?? null;
};

export const listImports = async (db: Queryable, companyId: string, range: IdRange): Promise<ImportRow[]> => {
  const { rows } = await db.query<ImportRow>(
    `select ${columns} from contact_imports
     where company_id = $1 and id >= $2 and id < $3 order by id desc limit $4`,
    [companyId, range.from, range.below, range.limit + 1],
  );
  return rows;
};

/** False when it was started or cancelled before. A dry run that is done may be started again, for real or not. */
export const queueImport = async (db: Queryable, key: ImportKey, options: ImportStart): Promise<boolean> => {
  const { rowCount } = await db.query(
    `with queued as (
       update contact_imports set state = 'queued', options = $3::jsonb, progress = 0, rows_total = null, rows_done = 0,
         rows_created = 0, rows_updated = 0, rows_skipped = 0, rows_refused = 0, started_at = now(), finished_at = null
       where company_id = $1 and id = $2
         and (state = 'uploaded' or (state = 'done' and (options ->> 'dry_run')::boolean))
       returning 1
     ),
     forgotten as (
       delete from contact_import_refusals where company_id = $1 and import_id = $2 and exists (select from queued)
     )
     select 1 from queued`,
    [key.companyId, key.id, JSON.stringify(options)],
  );
  return rowCount === 1;
};

/** One that runs is asked to stop; one that does not is cancelled at once. False when it is over already. */
export const cancelImport = async (db: Queryable, key: ImportKey): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update contact_imports set is_cancel_wanted = true,
       state = case when state = 'running' then state else 'cancelled' end,
       finished_at = case when state = 'running' then null else now() end
     where company_id = $1 and id = $2
       and (state in ('uploaded', 'queued', 'running') or (state = 'done' and (options ->> 'dry_run')::boolean))`,
    [key.companyId, key.id],
  );
  return rowCount === 1;
};

/** The oldest import that no worker runs. One whose worker has died is claimed when its lease is over. */
export const claimImport = async (
  db: Queryable,
  workerId: string,
  leaseSeconds: number,
): Promise<ImportRow | null> => {
  const { rows } = await db.query<ImportRow>(
    `update contact_imports set state = 'running', worker_id = $1, leased_until = now() + make_interval(secs => $2)
     where (company_id, id) in (
       select company_id, id from contact_imports
       where state in ('queued', 'running') and (state = 'queued' or leased_until is null or leased_until < now())
       order by id limit 1
       for update skip locked
     )
     returning ${columns}`,
    [workerId, leaseSeconds],
  );
  return rows[0] ?? null;
};

export interface ChunkCounts {
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly refused: number;
}

export interface ImportLease {
  /** False: another worker has claimed it. */
  readonly isOurs: boolean;
  readonly isCancelWanted: boolean;
}

/** Counts a chunk and extends the lease, if this worker still has it and the chunk has not been counted before. */
export const countChunk = async (
  db: Queryable,
  key: ImportKey,
  workerId: string,
  before: number,
  counts: ChunkCounts,
  progress: number,
  leaseSeconds: number,
): Promise<ImportLease> => {
  const { rows } = await db.query<{ is_cancel_wanted: boolean }>({
    name: 'count-import-chunk',
    text: `
      update contact_imports set rows_done = rows_done + $5, rows_created = rows_created + $6,
        rows_updated = rows_updated + $7, rows_skipped = rows_skipped + $8, rows_refused = rows_refused + $9,
        progress = $10, leased_until = now() + make_interval(secs => $11)
      where company_id = $1 and id = $2 and worker_id = $3 and rows_done = $4 and state = 'running'
      returning is_cancel_wanted`,
    values: [
      key.companyId,
      key.id,
      workerId,
      before,
      counts.done,
      counts.created,
      counts.updated,
      counts.skipped,
      counts.refused,
      progress,
      leaseSeconds,
    ],
  });
  return { isOurs: rows.length === 1, isCancelWanted: rows[0]?.is_cancel_wanted ?? false };
};

export const finishImport = async (
  db: Queryable,
  key: ImportKey,
  workerId: string,
  state: 'done' | 'failed' | 'cancelled',
  failure: string | null,
): Promise<void> => {
  await db.query(
    `update contact_imports set state = $4, failure = $5, finished_at = now(), worker_id = null, leased_until = null,
       rows_total = case when $4 = 'done' then rows_done else rows_total end,
       progress = case when $4 = 'done' then 1 else progress end
     where company_id = $1 and id = $2 and worker_id = $3 and state = 'running'`,
    [key.companyId, key.id, workerId, state, failure],
  );
};

export const releaseImport = async (db: Queryable, key: ImportKey, workerId: string): Promise<void> => {
  await db.query(
    `update contact_imports set leased_until = null
     where company_id = $1 and id = $2 and worker_id = $3 and state = 'running'`,
    [key.companyId, key.id, workerId],
  );
};

export interface Refusal {
  readonly line: number;
  readonly code: string;
  readonly detail: string;
  readonly cells: readonly string[];
}

export const insertRefusals = async (
  db: Queryable,
  key: ImportKey,
  refusals: readonly Refusal[],
): Promise<void> => {
  await db.query(
    `insert into contact_import_refusals (company_id, import_id, line, code, detail, cells)
     select $1, $2, line, code, detail, cells::text[]
     from unnest($3::integer[], $4::text[], $5::text[], $6::text[]) as row (line, code, detail, cells)
     on conflict do nothing`,
    [
      key.companyId,
      key.id,
      plainArray(refusals.map((refusal) => refusal.line)),
      textArray(refusals.map((refusal) => refusal.code)),
      textArray(refusals.map((refusal) => refusal.detail)),
      textArray(refusals.map((refusal) => textArray(refusal.cells))),
    ],
  );
};

export const listRefusals = async (
  db: Queryable,
  key: ImportKey,
  afterLine: number,
  limit: number,
): Promise<Refusal[]> => {
  const { rows } = await db.query<Refusal>(
    `select line, code, detail, cells from contact_import_refusals
     where company_id = $1 and import_id = $2 and line > $3 order by line limit $4`,
    [key.companyId, key.id, afterLine, limit],
  );
  return rows;
};

/** Which of these numbers are contacts already, in any of their forms. */
export const findExisting = async (
  db: Queryable,
  companyId: string,
  phoneNumbers: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await db.query<{ phone_number: string }>(
    `select wanted.phone_number
     from unnest($2::text[]) as wanted (phone_number)
     cross join lateral (
       select contact_id from contact_addresses where company_id = $1 and key = person_key(wanted.phone_number) limit 1
     ) address
     cross join lateral (
       select from contacts where company_id = $1 and id = address.contact_id and deleted_at is null limit 1
     ) contact`,
    [companyId, textArray(phoneNumbers)],
  );
  return new Set(rows.map((row) => row.phone_number));
};

/** Files that were never started, files of uploads that broke off, and old imports. A bounded number at a time. */
export const sweepImports = async (
  db: pg.Pool,
  uploadedBefore: string,
  madeBefore: string,
): Promise<void> => {
  await db.query(
    `update contact_imports set state = 'cancelled', finished_at = now()
     where state = 'uploaded' and id < $1`,
    [uploadedBefore],
  );
  await db.query(
    `delete from contact_import_chunks where (company_id, import_id, number) in (
       select chunk.company_id, chunk.import_id, chunk.number from contact_import_chunks chunk
       left join contact_imports job on job.company_id = chunk.company_id and job.id = chunk.import_id
       where chunk.import_id < $1 and (job.id is null or job.state in ('done', 'failed', 'cancelled'))
       limit 200)`,
    [uploadedBefore],
  );
  await db.query(
    `delete from contact_import_refusals where (company_id, import_id, line) in (
       select company_id, import_id, line from contact_import_refusals where import_id < $1 limit 20000)`,
    [madeBefore],
  );
  await db.query(
    `delete from contact_imports job where id < $1 and state in ('done', 'failed', 'cancelled')
       and not exists (select from contact_import_refusals row
         where row.company_id = job.company_id and row.import_id = job.id)`,
    [madeBefore],
  );
};
