// Files, put together: their store, the way to providers, and the way from them.

import type { Config } from '../config/config.ts';
import type { MediaSource } from '../events/event-media.ts';
import type { Bounds } from '../http/bounds.ts';
import type { UrlFetchOptions } from '../media/files/fetch-url.ts';
import {
  createFetchWorker,
  type FetchWorker,
  type FetchWorkerOptions,
} from '../media/incoming/fetch-worker.ts';
import { createMediaSource } from '../media/incoming/media-source.ts';
import { createMediaLinks, type MediaLinks } from '../media/links.ts';
import { OutgoingFiles } from '../media/outgoing/outgoing-files.ts';
import { createFileResolver, type FileResolver } from '../media/outgoing/resolve-files.ts';
import { openMediaStore, openSpool } from '../media/store/open-media-store.ts';
import { createUploadPlaces, type UploadPlaces } from '../media/upload-places.ts';
import { createFileCallRecorder } from '../monitoring/calls/record-calls.ts';
import { toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { Storage } from './open-storage.ts';

export interface MediaParts extends UrlFetchOptions {
  readonly resolver: FileResolver;
  readonly outgoing: OutgoingFiles;
  readonly links: MediaLinks;
  readonly places: UploadPlaces;
  readonly source: MediaSource;
}

/** The fetcher of files of incoming messages. */
export const createIncomingFiles = (
  media: MediaParts,
  options: Pick<FetchWorkerOptions, 'senders' | 'providerHttp' | 'onEmitted' | 'log'>,
): FetchWorker => createFetchWorker({ ...media, ...options });

interface Surroundings {
  readonly config: Config;
  readonly storage: Storage;
  readonly publicUrl: () => string;
  /** With the guard: callers choose where files are fetched from. */
  readonly http: OutgoingHttp;
  readonly bounds: Bounds;
  readonly log: Log;
}

/** Readers of links cost a file handle each, and no memory. */
const readersMax = 512;

export const createMediaParts = (surroundings: Surroundings): MediaParts => {
  const { config, storage, publicUrl, http, bounds, log } = surroundings;
  const files: UrlFetchOptions = {
    pool: storage.database.pool,
    store: openMediaStore(config),
    spool: openSpool(config),
    http,
    recordCalls: createFileCallRecorder(storage.database.pool, log),
    quotaBytes: config.mediaQuotaBytes,
    retentionDays: config.mediaRetentionDays,
  };
  const links = createMediaLinks(storage.secrets, publicUrl);
  return {
    ...files,
    resolver: createFileResolver(files),
    outgoing: new OutgoingFiles({ ...files, links }),
    links,
    source: createMediaSource(links, config.mediaLinkHours * 3_600),
    places: createUploadPlaces({
      uploadsMax: config.mediaUploadsMax,
      readersMax,
      onFull: (companyId) => bounds.reached('uploads', { company: toPublicId('company', companyId) }),
    }),
  };
};
