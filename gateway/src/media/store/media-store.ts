// Where the bytes of files are kept. Two places know how: a folder of this machine, and any store that speaks S3, which
// several gateways need.

import type { Readable } from 'node:stream';

/** A whole file on this machine that is about to be put into the store. */
export interface SpooledFile {
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

/** Every method may fail with a MediaStoreError: the store is away, and the same call may work later. */
export interface MediaStore {
  /**
   * The file itself stays where it is. A reader of the key sees all of it or nothing; writing the same again does no
   * harm.
   */
  put(key: string, file: SpooledFile): Promise<void>;
  /** Its size, or null when it is not there. */
  sizeOf(key: string): Promise<number | null>;
  /** Null when it is not there. The reader reads it to its end or destroys it. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Removing what is not there does no harm. */
  remove(key: string): Promise<void>;
  /** Everything that is there, in no order. */
  list(): AsyncIterable<StoredObject>;
  close(): Promise<void>;
}

export class MediaStoreError extends Error {
  override readonly name = 'MediaStoreError';
}

/** By company first, so that a company's files can be found; then by checksum, so that the same bytes are kept once. */
export const objectKey = (companyId: string, sha256: string): string =>
  `${companyId}/${sha256.slice(0, 2)}/${sha256}`;

const keyPattern = /^([0-9a-f-]{36})\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

/** The company and file of a key; null for a key that this gateway did not write. */
export const readObjectKey = (key: string): { companyId: string; sha256: string } | null => {
  const [, companyId, sha256] = keyPattern.exec(key) ?? [];
  return companyId && sha256 ? { companyId, sha256 } : null;
};
