// The rows that an import refused, as a file that can be corrected and uploaded again: line and reason, then the row as it
// stood.

import { Readable } from 'node:stream';
import type pg from 'pg';
import { byteOrderMark, csvLine } from '../../platform/csv-line.ts';
import { type ImportKey, type ImportRow, listRefusals } from './queries.ts';

const rowsPerPage = 1_000;

async function* lines(pool: pg.Pool, job: ImportRow): AsyncGenerator<string> {
  const key: ImportKey = { companyId: job.company_id, id: job.id };
  yield byteOrderMark + csvLine(['line', 'code', 'reason', ...job.preview.headers]);
  for (let after = -1; ; ) {
    const page = await listRefusals(pool, key, after, rowsPerPage);
    if (page.length === 0) return;
    yield page.map(({ line, code, detail, cells }) => csvLine([`${line}`, code, detail, ...cells])).join('');
    after = page.at(-1)?.line ?? after;
  }
}

export const refusedFile = (pool: pg.Pool, job: ImportRow): Readable => Readable.from(lines(pool, job));
