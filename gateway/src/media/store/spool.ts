// Files on their way in are written to this machine first: their checksum is their key, and it is known only at their end.
// Bytes are written as they come, so that no file is ever held in memory.

import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import type { SpooledFile } from './media-store.ts';

export interface Spooled extends SpooledFile {
  /** The first bytes, which tell what it is. */
  readonly head: Buffer;
}

export interface Spool {
  /** Refuses more bytes than that with `media_too_big`. Nothing is left behind when it fails. */
  write(stream: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Spooled>;
  discard(file: SpooledFile): Promise<void>;
  /** Removes what a crash left behind, and answers how many files that were. */
  sweep(olderThanMilliseconds: number): Promise<number>;
}

/** Enough for every format that is told apart: the list of an office file stands at its beginning. */
const headBytesMax = 32_768;

export const tooBig = (bytesMax: number): AppError =>
  new AppError('media_too_big', { detail: `Files up to ${bytesMax} bytes are taken.` });

/** Read when the file is whole: kept from its beginning, the heads of many slow uploads would add up. */
const readHead = async (handle: FileHandle, bytes: number): Promise<Buffer> => {
  const head = Buffer.alloc(Math.min(bytes, headBytesMax));
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  return head.subarray(0, bytesRead);
};

const writeAll = async (
  path: string,
  stream: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Omit<Spooled, 'path'>> => {
  const handle = await open(path, 'wx+', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of stream) {
      bytes += piece.length;
      if (bytes > bytesMax) throw tooBig(bytesMax);
      hash.update(piece);
      await handle.writeFile(piece);
    }
    await handle.sync();
    return { bytes, sha256: hash.digest('hex'), head: await readHead(handle, bytes) };
  } finally {
    await handle.close();
  }
};

export const createSpool = (folder: string): Spool => ({
  async write(stream, bytesMax) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, newUuid());
    try {
      return { path, ...(await writeAll(path, stream, bytesMax)) };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  },
  discard: ({ path }) => rm(path, { force: true }),
  async sweep(olderThanMilliseconds) {
    let swept = 0;
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age < olderThanMilliseconds) continue;
      await rm(path, { force: true });
      swept += 1;
    }
    return swept;
  },
});
