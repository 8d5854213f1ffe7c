// Files: uploading what messages carry, and downloading what people sent.

import { readPages } from './pages.ts';
import { type CallOptions, type FileBody, type Request, timeoutSecondsForFiles } from './request.ts';
import type { Media, MediaLink, MediaQuery, MediaUsage } from './types/media.ts';

/** Bytes that are here, or that come one after the other: a stream of Node is one of these. */
export type Uploadable = Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface UploadOptions extends CallOptions {
  /** The name that the person sees of a document. Left out: the name of a `File`, or none. */
  readonly filename?: string;
  /** For example `application/pdf`. Left out: found from the bytes. */
  readonly contentType?: string;
}

export interface DownloadedFile {
  readonly body: ReadableStream<Uint8Array>;
  readonly mimeType: string;
  readonly bytes: number | null;
}

export interface MediaCalls {
  /**
   * Streams a file to the gateway; it is never held whole. A file that is here already (a `Blob` or bytes) is tried again when the
   * line breaks, a stream is not: it can be read once.
   */
  upload(file: Uploadable, options?: UploadOptions): Promise<Media>;
  /** The gateway fetches the file. */
  uploadFromUrl(url: string, options?: CallOptions & { readonly filename?: string }): Promise<Media>;
  get(mediaId: string, options?: CallOptions): Promise<Media>;
  /** Newest first. */
  list(query?: MediaQuery, options?: CallOptions): AsyncGenerator<Media, void, undefined>;
  /** Read `body` to its end, or cancel it. */
  download(mediaId: string, options?: CallOptions): Promise<DownloadedFile>;
  /** An address for a browser, which needs no credentials. */
  link(mediaId: string, options?: CallOptions & { readonly seconds?: number }): Promise<MediaLink>;
  delete(mediaId: string, options?: CallOptions): Promise<void>;
  usage(options?: CallOptions): Promise<MediaUsage>;
}

const home = '/api/v1/media';
const pathOf = (id: string): string => `${home}/${encodeURIComponent(id)}`;

const isWhole = (file: Uploadable): file is Blob | Uint8Array =>
  file instanceof Blob || file instanceof Uint8Array;

const toBody = (file: Uploadable): FileBody => {
  if (isWhole(file)) return file as FileBody;
  return file instanceof ReadableStream ? file : (ReadableStream.from(file) as ReadableStream<Uint8Array>);
};

const nameOf = (file: Uploadable): string | undefined =>
  file instanceof Blob && 'name' in file && typeof file.name === 'string' ? file.name : undefined;

const typeOf = (file: Uploadable): string | undefined =>
  file instanceof Blob && file.type !== '' ? file.type : undefined;

export const createMediaCalls = (request: Request): MediaCalls => ({
  upload: (file, { filename = nameOf(file), contentType = typeOf(file), ...options } = {}) =>
    request<Media>({
      method: 'POST',
      path: home,
      query: { filename },
      file: toBody(file),
      headers: { 'content-type': contentType ?? 'application/octet-stream' },
      isRepeatable: isWhole(file),
      timeoutSeconds: timeoutSecondsForFiles,
      ...options,
    }),
  uploadFromUrl: (url, { filename, ...options } = {}) =>
    request<Media>({
      method: 'POST',
      path: home,
      body: { url, ...(filename !== undefined && { filename }) },
      timeoutSeconds: timeoutSecondsForFiles,
      ...options,
    }),
  get: (id, options = {}) => request<Media>({ method: 'GET', path: pathOf(id), ...options }),
  list: (query = {}, options = {}) => readPages<Media>(request, home, query, options),
  download: async (id, options = {}) => {
    const answer = await request<Response>({
      method: 'GET',
      path: `${pathOf(id)}/content`,
      wantsFile: true,
      timeoutSeconds: timeoutSecondsForFiles,
      ...options,
    });
    const length = answer.headers.get('content-length');
    return {
      body: answer.body ?? new ReadableStream(),
      mimeType: answer.headers.get('content-type') ?? 'application/octet-stream',
      bytes: length === null ? null : Number(length),
    };
  },
  link: (id, { seconds, ...options } = {}) =>
    request<MediaLink>({ method: 'GET', path: `${pathOf(id)}/link`, query: { seconds }, ...options }),
  delete: (id, options = {}) => request<void>({ method: 'DELETE', path: pathOf(id), ...options }),
  usage: (options = {}) => request<MediaUsage>({ method: 'GET', path: `${home}/usage`, ...options }),
});
