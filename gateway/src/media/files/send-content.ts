// Answers with the bytes of a file, or a part of them. Files come from strangers: a browser must take them for what they
// are, run nothing of them, and save what could act.

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { MediaRow } from '../queries.ts';
import { type ByteRange, type MediaStore, MediaStoreError, objectKey } from '../store/media-store.ts';
import { contentDisposition, nameFor } from './filename.ts';

/** A browser shows these without running anything of them. */
const shown = /^(image\/(jpeg|png|webp|gif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";

const retryAfterSeconds = 5;

/** Null: all of it. Several ranges at once are answered with all of it, as RFC 9110 allows. */
export const readRange = (header: string | undefined, bytes: number): ByteRange | null => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (start >= bytes || start > end)
    throw new AppError('media_range_invalid', { detail: `The file has ${bytes} bytes.` });
  return { start, end };
};

const openFile = async (store: MediaStore, row: MediaRow, range: ByteRange | null): Promise<Readable> => {
  try {
    const key = objectKey(row.company_id, row.sha256 ?? '');
    const stream = await store.open(key, range ?? undefined);
    if (stream) return stream;
  } catch (error) {
    if (!(error instanceof MediaStoreError)) throw error;
    throw new AppError('media_store_unavailable', {
      retryAfterSeconds,
      internal: error.message,
      cause: error,
    });
  }
  throw new AppError('media_gone', { detail: 'The bytes of the file are no longer in the store.' });
};

/** `row` is stored. */
export const sendContent = async (
  store: MediaStore,
  row: MediaRow,
  request: FastifyRequest,
  reply: FastifyReply,
  filename: string | null = row.filename,
): Promise<FastifyReply> => {
  const bytes = Number(row.bytes);
  const mimeType = row.mime_type ?? 'application/octet-stream';
  const range = readRange(request.headers.range, bytes);
  const etag = `"${row.sha256}"`;
  reply.headers({
    'content-type': mimeType,
    'content-disposition': contentDisposition(
      shown.test(mimeType) ? 'inline' : 'attachment',
      nameFor(filename, mimeType),
    ),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const length = range ? range.end - range.start + 1 : bytes;
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  reply.header('content-length', length);
  // HEAD: the length without the bytes. A stream, because Fastify would write 0 over the length of anything else.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await openFile(store, row, range));
};
