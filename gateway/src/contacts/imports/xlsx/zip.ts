// The files inside a ZIP file, each inflated as a stream. What comes out is counted: a file that is small and grows without
// end is broken off.

import { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { errorCode } from '../../../platform/error-code.ts';
import { type ByteSource, FileError } from '../file-row.ts';

export interface ZipEntry {
  readonly name: string;
  /** Its bytes, inflated. */
  read(): AsyncGenerator<Buffer>;
}

/** A spreadsheet has a dozen or two. */
const entriesMax = 10_000;
/** Honest sheets grow by less than a hundred. */
const growthMax = 150;
const alwaysAllowedBytes = 16 * 1_048_576;
/** A sheet of a million people with ten columns is half of that. */
const inflatedBytesMax = 1_073_741_824;

const damaged = (): FileError => new FileError('The file is damaged, or is not an XLSX file.');

/** Lets the library read from wherever the file lies. */
class SourceReader extends RandomAccessReader {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#source.stream(start, end - start));
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#source.read(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        callback(bytes.length < length ? damaged() : null);
      },
      (error: Error) => callback(error),
    );
  }
}

/** The library's own complaints are about the form of the file; a read that failed is not. */
const explain = (error: unknown): unknown => {
  if (error instanceof FileError || !(error instanceof Error)) return error;
  const code = errorCode(error);
  return code === '' || code.startsWith('Z_') ? damaged() : error;
};

async function* inflate(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const allowed = Math.min(inflatedBytesMax, Math.max(alwaysAllowedBytes, entry.compressedSize * growthMax));
  const excess = new FileError('The file grows beyond all measure when it is unpacked.');
  if (entry.uncompressedSize > allowed) throw excess;
  let stream: Readable | undefined;
  let bytes = 0;
  try {
    stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > allowed) throw excess;
      yield chunk;
    }
  } catch (error) {
    throw explain(error);
  } finally {
    stream?.destroy();
  }
}

const checkForm = (entry: Entry): void => {
  if (entry.isEncrypted()) throw new FileError('The file is protected by a password.');
  if (!entry.canDecodeFileData()) throw new FileError('The file is compressed in an unusual way.');
};

export const listZip = async (source: ByteSource): Promise<Map<string, ZipEntry>> => {
  const entries = new Map<string, ZipEntry>();
  try {
    const zip = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
      autoClose: false,
      lazyEntries: true,
      validateEntrySizes: true,
    });
    if (zip.entryCount > entriesMax) throw new FileError('The file holds too many parts for a spreadsheet.');
    for await (const entry of zip.eachEntry()) {
      checkForm(entry);
      entries.set(entry.fileName, { name: entry.fileName, read: () => inflate(zip, entry) });
    }
  } catch (error) {
    throw explain(error);
  }
  return entries;
};
