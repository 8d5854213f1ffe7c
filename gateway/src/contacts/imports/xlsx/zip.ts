// Finds the files inside a ZIP file by its table of contents at the end, and inflates one of them as a stream. Only what a
// spreadsheet needs; a file that claims to be small and grows without end is broken off.

import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { FileError } from '../file-row.ts';

/** Bytes of a file that need not be in memory. */
export interface ByteSource {
  readonly size: number;
  read(offset: number, length: number): Promise<Buffer>;
  stream(offset: number, length: number): AsyncIterable<Uint8Array>;
}

export interface ZipEntry {
  readonly name: string;
  readonly offset: number;
  readonly compressedSize: number;
  readonly isDeflated: boolean;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const fileMark = 0x04034b50;
const endBytesMax = 65_557;
const directoryBytesMax = 4 * 1_048_576;
/** Honest sheets grow by less than a hundred. */
const growthMax = 150;
const alwaysAllowedBytes = 16 * 1_048_576;

const damaged = (): FileError => new FileError('The file is damaged, or is not an XLSX file.');

interface Directory {
  readonly offset: number;
  readonly size: number;
}

const findDirectory = async (source: ByteSource): Promise<Directory> => {
  const length = Math.min(source.size, endBytesMax);
  const tail = await source.read(source.size - length, length);
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endMark) continue;
    const size = tail.readUInt32LE(at + 12);
    const offset = tail.readUInt32LE(at + 16);
    if (offset + size > source.size || size > directoryBytesMax) throw damaged();
    return { offset, size };
  }
  throw damaged();
};

const readEntry = (directory: Buffer, at: number): { entry: ZipEntry; next: number } => {
  if (at + 46 > directory.length || directory.readUInt32LE(at) !== entryMark) throw damaged();
  const flags = directory.readUInt16LE(at + 8);
  const method = directory.readUInt16LE(at + 10);
  const nameLength = directory.readUInt16LE(at + 28);
  const next = at + 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
  if ((flags & 1) !== 0) throw new FileError('The file is protected by a password.');
  if (method !== 0 && method !== 8) throw new FileError('The file is compressed in an unusual way.');
  return {
    next,
    entry: {
      name,
      offset: directory.readUInt32LE(at + 42),
      compressedSize: directory.readUInt32LE(at + 20),
      isDeflated: method === 8,
    },
  };
};

export const listZip = async (source: ByteSource): Promise<Map<string, ZipEntry>> => {
  if (source.size < 22) throw damaged();
  const { offset, size } = await findDirectory(source);
  const directory = await source.read(offset, size);
  const entries = new Map<string, ZipEntry>();
  for (let at = 0; at < directory.length; ) {
    const { entry, next } = readEntry(directory, at);
    entries.set(entry.name, entry);
    at = next;
  }
  return entries;
};

/** Everything inside the entry, inflated. */
export async function* inflateEntry(source: ByteSource, entry: ZipEntry): AsyncGenerator<Buffer> {
  const head = await source.read(entry.offset, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== fileMark) throw damaged();
  const begin = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (begin + entry.compressedSize > source.size) throw damaged();
  const packed = source.stream(begin, entry.compressedSize);
  if (!entry.isDeflated) {
    for await (const chunk of packed) yield Buffer.from(chunk);
    return;
  }
  const input = Readable.from(packed);
  const inflate = createInflateRaw();
  input.on('error', (error) => inflate.destroy(error));
  input.pipe(inflate);
  const allowed = Math.max(alwaysAllowedBytes, entry.compressedSize * growthMax);
  let bytes = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > allowed) throw new FileError('The file grows beyond all measure when it is unpacked.');
      yield chunk;
    }
  } catch (error) {
    throw (error as { code?: unknown }).code?.toString().startsWith('Z_') ? damaged() : error;
  } finally {
    input.destroy();
    inflate.destroy();
  }
}
