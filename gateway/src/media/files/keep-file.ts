// From a file on this machine to one that is kept: its row first, then its bytes, then the rows that refer to it. A
// crash after any step leaves a row that the sweep finds, and never bytes that no row knows.

import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { expectFile, insertMedia, type MediaRow } from '../queries.ts';
import { type MediaStore, MediaStoreError, objectKey, type SpooledFile } from '../store/media-store.ts';
import type { Spool } from '../store/spool.ts';
import type { FileFacts } from './identify-file.ts';

export interface KeepOptions {
  readonly pool: pg.Pool;
  readonly store: MediaStore;
  readonly spool: Spool;
  /** Bytes that a company may keep. */
  readonly quotaBytes: number;
  readonly retentionDays: number;
}

/** More rounds than can be lost to deletions of the very same bytes. */
const roundsMax = 5;
const retryAfterSeconds = 5;

const quotaReached = (quotaBytes: number): AppError =>
  new AppError('media_quota_reached', { detail: `A company may keep ${quotaBytes} bytes of files.` });

/** The error for a caller when the store is away. */
const storeError = (error: unknown): unknown =>
  error instanceof MediaStoreError
    ? new AppError('media_store_unavailable', { retryAfterSeconds, internal: error.message, cause: error })
    : error;

/** Puts the bytes into the store, unless they are there. False: the company has no room for them. */
const place = async (
  { pool, store, quotaBytes }: KeepOptions,
  companyId: string,
  file: SpooledFile,
): Promise<boolean> => {
  const key = objectKey(companyId, file.sha256);
  const { sha256, bytes } = file;
  if (!(await expectFile(pool, { companyId, sha256, bytes, objectKey: key, quotaBytes }))) return false;
  if ((await store.sizeOf(key)) !== bytes) await store.put(key, file);
  return true;
};

/** Repeats both until they have met: between them the row of the file may go with the last other file of these bytes. */
export const placeAndRefer = async <Row>(
  options: KeepOptions,
  companyId: string,
  file: SpooledFile,
  refer: () => Promise<Row | null>,
): Promise<Row> => {
  try {
    for (let round = 0; round < roundsMax; round += 1) {
      if (!(await place(options, companyId, file))) throw quotaReached(options.quotaBytes);
      const row = await refer();
      if (row) return row;
    }
  } catch (error) {
    throw storeError(error);
  }
  throw new Error('a file was removed as often as it was placed');
};

export interface KeptFile extends FileFacts {
  readonly companyId: string;
  readonly filename: string | null;
}

/** Keeps a file that was brought to be sent. */
export const keepFile = async (
  options: KeepOptions,
  file: SpooledFile,
  { companyId, mimeType, usableFor, filename }: KeptFile,
): Promise<MediaRow> => {
  const id = newUuid();
  const { sha256, bytes } = file;
  const keptDays = options.retentionDays;
  return await placeAndRefer(options, companyId, file, () =>
    insertMedia(options.pool, { companyId, id, sha256, bytes, mimeType, usableFor, filename, keptDays }),
  );
};
