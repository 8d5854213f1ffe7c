// Holds the table of files against the store: files that the table promises and the store has not, or has in another size,
// and files in the store that the table does not know.

import type pg from 'pg';
import { addRemovals, findKnownKeys, listFiles } from './queries.ts';
import { type MediaStore, objectKey, readObjectKey, type StoredObject } from './store/media-store.ts';
import { removeFiles } from './sweep-media.ts';

export interface MediaFindings {
  /** Rows that were looked at. */
  readonly files: number;
  /** Keys of files that are missing, or have another size than their row. */
  readonly missing: readonly string[];
  readonly damaged: readonly string[];
  /** Keys of files that no row knows. */
  readonly unknown: readonly string[];
}

const pageRows = 500;
/** Younger files may just be on their way. */
const quietMilliseconds = 3_600_000;
const firstKey = { companyId: '00000000-0000-0000-0000-000000000000', sha256: '' };

const checkRows = async (
  pool: pg.Pool,
  store: MediaStore,
): Promise<Pick<MediaFindings, 'files' | 'missing' | 'damaged'>> => {
  const missing: string[] = [];
  const damaged: string[] = [];
  let files = 0;
  for (let after = firstKey; ; ) {
    const rows = await listFiles(pool, after, pageRows);
    for (const row of rows) {
      files += 1;
      // An upload that is being placed right now has not finished.
      if (row.is_placing) continue;
      const key = objectKey(row.company_id, row.sha256);
      const bytes = await store.sizeOf(key);
      if (bytes === null) missing.push(key);
      else if (bytes !== Number(row.bytes)) damaged.push(key);
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return { files, missing, damaged };
    after = { companyId: last.company_id, sha256: last.sha256 };
  }
};

const unknownAmong = async (pool: pg.Pool, objects: readonly StoredObject[]): Promise<string[]> => {
  const named = objects.flatMap(({ key }) => {
    const read = readObjectKey(key);
    return read ? [{ ...read, key }] : [];
  });
  const known = named.length === 0 ? new Set<string>() : await findKnownKeys(pool, named);
  return objects.map(({ key }) => key).filter((key) => !known.has(key));
};

const checkObjects = async (pool: pg.Pool, store: MediaStore): Promise<string[]> => {
  const unknown: string[] = [];
  let page: StoredObject[] = [];
  for await (const found of store.list()) {
    if (Date.now() - found.changedAt.getTime() < quietMilliseconds) continue;
    page.push(found);
    if (page.length < pageRows) continue;
    unknown.push(...(await unknownAmong(pool, page)));
    page = [];
  }
  return [...unknown, ...(await unknownAmong(pool, page))];
};

export const checkMedia = async (pool: pg.Pool, store: MediaStore): Promise<MediaFindings> => ({
  ...(await checkRows(pool, store)),
  unknown: await checkObjects(pool, store),
});

/** Removes files of ours that the table does not know, and nothing that another program has put there; answers how many of those that wait to be removed went. */
export const removeUnknown = async (
  pool: pg.Pool,
  store: MediaStore,
  { unknown }: Pick<MediaFindings, 'unknown'>,
): Promise<number> => {
  const ours = unknown.filter((key) => readObjectKey(key) !== null);
  if (ours.length > 0) await addRemovals(pool, ours);
  return await removeFiles(pool, store);
};
