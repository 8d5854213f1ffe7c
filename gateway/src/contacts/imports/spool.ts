// The file of an import, kept in the database in chunks: whichever process carries the import on can read it, and a process
// that dies takes nothing with it.

import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import { type ByteSource, FileError, streamedSource } from './file-row.ts';
import { deleteChunks, type ImportKey, insertChunk, readChunk } from './queries.ts';

const chunkBytes = 512 * 1_024;
/** Handed on at once: parsing more makes garbage faster than it is collected. */
const pieceBytes = 64 * 1_024;

/** Writes a stream away and answers how many bytes it had. `onBytes` sees all of them. */
export const spoolFile = async (
  pool: pg.Pool,
  key: ImportKey,
  stream: AsyncIterable<Uint8Array>,
  bytesMax: number,
  onBytes: (bytes: Uint8Array) => void,
): Promise<number> => {
  let size = 0;
  let number = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const flush = async (isLast: boolean): Promise<void> => {
    let joined: Buffer<ArrayBufferLike> = Buffer.concat(waiting);
    while (joined.length >= chunkBytes || (isLast && joined.length > 0)) {
      await insertChunk(pool, key, number, joined.subarray(0, chunkBytes));
      number += 1;
      joined = joined.subarray(chunkBytes);
    }
    waiting = [joined];
    waitingBytes = joined.length;
  };
  try {
    for await (const bytes of stream) {
      size += bytes.length;
      if (size > bytesMax)
        throw new AppError('contact_import_too_large', {
          detail: `Files up to ${bytesMax} bytes are taken.`,
        });
      onBytes(bytes);
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= chunkBytes) await flush(false);
    }
    await flush(true);
    return size;
  } catch (error) {
    // Chunks left behind when this fails too are swept later.
    await deleteChunks(pool, key).catch(() => undefined);
    throw error;
  }
};

const readPart = async (pool: pg.Pool, key: ImportKey, offset: number, length: number): Promise<Buffer> => {
  const within = offset % chunkBytes;
  const bytes = await readChunk(pool, key, Math.floor(offset / chunkBytes), within, length);
  if (!bytes) throw new FileError('The file is gone; upload it again.');
  return bytes;
};

/** `onRead` is called with the number of bytes that were read, for the progress bar. */
export const openSpool = (
  pool: pg.Pool,
  key: ImportKey,
  size: number,
  onRead: (bytes: number) => void = () => undefined,
): ByteSource => {
  async function* stream(offset: number, length: number): AsyncGenerator<Buffer> {
    const end = Math.min(offset + length, size);
    for (let at = offset; at < end; ) {
      const wanted = Math.min(end - at, chunkBytes - (at % chunkBytes));
      const bytes = await readPart(pool, key, at, wanted);
      if (bytes.length === 0) throw new FileError('The file is gone; upload it again.');
      for (let from = 0; from < bytes.length; from += pieceBytes) {
        const piece = bytes.subarray(from, from + pieceBytes);
        onRead(piece.length);
        yield piece;
      }
      at += bytes.length;
    }
  }
  return streamedSource(size, stream);
};
