// A file that is kept here, to be read whole by a caller that has its id.

import type pg from 'pg';
import { fromPublicId } from '../platform/ids.ts';
import type { StoredFile } from '../providers/media-part.ts';
import { nameFor } from './files/filename.ts';
import { findMedia } from './queries.ts';
import { type MediaStore, objectKey } from './store/media-store.ts';

/** Null: the company has no such file, or it is not here. */
export const openFileIn =
  ({ pool, store }: { readonly pool: pg.Pool; readonly store: MediaStore }) =>
  async (companyId: string, mediaId: string): Promise<StoredFile | null> => {
    const id = fromPublicId('media', mediaId);
    const [row] = id === null ? [] : await findMedia(pool, companyId, [id]);
    const stream = row?.state === 'stored' ? await store.open(objectKey(companyId, row.sha256 ?? '')) : null;
    if (!row || !stream) return null;
    return {
      mimeType: row.mime_type ?? 'application/octet-stream',
      filename: nameFor(row.filename, row.mime_type),
      bytes: Number(row.bytes),
      sha256: row.sha256 ?? '',
      open: async () => stream,
    };
  };
