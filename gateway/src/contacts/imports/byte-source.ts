// Bytes of a file that need not be in memory.

export interface ByteSource {
  readonly size: number;
  read(offset: number, length: number): Promise<Buffer>;
  stream(offset: number, length: number): AsyncIterable<Uint8Array>;
}
