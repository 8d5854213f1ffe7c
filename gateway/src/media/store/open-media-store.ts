// The store that the settings name: a bucket, or a folder in DATA_DIR.

import { join } from 'node:path';
import { createOutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { createFolderStore } from './folder-store.ts';
import type { MediaStore } from './media-store.ts';
import type { S3Address } from './s3-address.ts';
import { createS3Store } from './s3-store.ts';
import { createSpool, type Spool } from './spool.ts';

export interface MediaStoreSettings {
  readonly dataDir: string;
  /** Null: a folder. */
  readonly mediaUrl: S3Address | null;
}

const connections = 64;

/** The operator chose the address, so it may be in their own network: it is not guarded. */
export const openMediaStore = ({ dataDir, mediaUrl }: MediaStoreSettings): MediaStore =>
  mediaUrl
    ? createS3Store(mediaUrl, createOutgoingHttp({ connections }))
    : createFolderStore(join(dataDir, 'media', 'files'));

/** On this machine in both cases. */
export const openSpool = ({ dataDir }: Pick<MediaStoreSettings, 'dataDir'>): Spool =>
  createSpool(join(dataDir, 'media', 'aside'));
