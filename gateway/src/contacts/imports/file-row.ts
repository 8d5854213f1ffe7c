// One row of a file, and what can be wrong with a file as a whole.

export interface ByteSource {
  readonly size: number;
  read(offset: number, length: number): Promise<Buffer>;
  stream(offset: number, length: number): AsyncIterable<Uint8Array>;
}

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
