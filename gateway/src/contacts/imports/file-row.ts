// One row of a file, and the error of an unreadable file.

export interface ByteSource {
  readonly size: number;
  read(offset: number, length: number): Promise<Buffer>;
  stream(offset: number, length: number): AsyncIterable<Uint8Array>;
}

/** A source whose parts are read as they stream. */
export const streamedSource = (size: number, stream: ByteSource['stream']): ByteSource => ({
  size,
  stream,
  async read(offset, length) {
    const parts: Uint8Array[] = [];
    for await (const part of stream(offset, length)) parts.push(part);
    return Buffer.concat(parts);
  },
});

export interface FileRow {
  /** Where it begins in the file, as editors and spreadsheets count. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file that cannot be read. Its message is for the person who uploaded it. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** More are cut off: no list of people has so many, and a hostile file might. */
export const columnsMax = 200;
export const cellCharactersMax = 10_000;
