// The store in a folder of this machine. A file is written aside and renamed when it is whole and on the disk, so that a
// crash or a power cut leaves no half file under a key.

import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { errorCode } from '../../platform/error-code.ts';
import { type ByteRange, type MediaStore, MediaStoreError, type StoredObject } from './media-store.ts';

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error));

const storing = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw new MediaStoreError(`The folder of files cannot be used (${errorCode(error)}).`, { cause: error });
  }
};

const orNull = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/** A rename is safe from a power cut once the folder itself is written. */
const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** A second name for the file, so that its owner keeps the first one; a copy where the disk has no hard links. */
const secondName = async (path: string): Promise<string> => {
  const second = `${path}.placing`;
  await rm(second, { force: true });
  try {
    await link(path, second);
  } catch {
    await copyFile(path, second);
    await syncPath(second);
  }
  return second;
};

const openFile = async (path: string, range: ByteRange | undefined): Promise<Readable> => {
  const stream = createReadStream(path, { ...range, highWaterMark: 65_536 });
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve());
    stream.once('error', reject);
  });
  // It may be cancelled before a listener is attached.
  finished(stream).catch(() => undefined);
  return stream;
};

export const createFolderStore = (folder: string): MediaStore => {
  const pathOf = (key: string): string => join(folder, key);

  async function* walk(below: string): AsyncGenerator<StoredObject> {
    const entries = await orNull(() => opendir(below));
    if (!entries) return;
    for await (const entry of entries) {
      const path = join(below, entry.name);
      if (entry.isDirectory()) yield* walk(path);
      const found = entry.isFile() ? await orNull(() => stat(path)) : null;
      if (found)
        yield {
          key: relative(folder, path).split(sep).join('/'),
          bytes: found.size,
          changedAt: found.mtime,
        };
    }
  }

  return {
    put: (key, file) =>
      storing(async () => {
        const parent = dirname(pathOf(key));
        await mkdir(parent, { recursive: true, mode: 0o700 });
        await rename(await secondName(file.path), pathOf(key));
        await syncPath(parent);
      }),
    sizeOf: (key) => storing(async () => (await orNull(() => stat(pathOf(key))))?.size ?? null),
    open: (key, range) => storing(() => orNull(() => openFile(pathOf(key), range))),
    remove: (key) => storing(() => rm(pathOf(key), { force: true })),
    list: () => walk(folder),
    close: async () => undefined,
  };
};
