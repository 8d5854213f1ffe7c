// The thread that reads one file. It asks for the bytes it needs and hands rows over when it is asked for them, so that a
// file that is made to break a parser breaks this thread alone.

import { parentPort, workerData } from 'node:worker_threads';
import { FileError, type FileRow, streamedSource } from './file-row.ts';
import { openRows } from './open-rows.ts';
import type { FromThread, ThreadData, ToThread } from './read-in-thread.ts';

const { size, form } = workerData as ThreadData;
const port = parentPort;
if (!port) throw new Error('this file is a thread');

const rowsPerBatch = 500;
const charactersPerBatch = 262_144;
const bytesPerRead = 262_144;

/** The bytes could not be had, which says nothing about the file. */
class SourceError extends Error {
  readonly code = 'SOURCE';
}

const post = (message: FromThread): void => port.postMessage(message);
const reads = new Map<number, PromiseWithResolvers<Buffer>>();
let readCount = 0;

const read = (offset: number, length: number): Promise<Buffer> => {
  readCount += 1;
  const asked = Promise.withResolvers<Buffer>();
  reads.set(readCount, asked);
  post({ kind: 'read', number: readCount, offset, length });
  return asked.promise;
};

async function* stream(offset: number, length: number): AsyncGenerator<Buffer> {
  const end = Math.min(offset + length, size);
  for (let at = offset; at < end; ) {
    const bytes = await read(at, Math.min(bytesPerRead, end - at));
    if (bytes.length === 0) throw new FileError('The file is gone; upload it again.');
    yield bytes;
    at += bytes.length;
  }
}

const rows = openRows(streamedSource(size, stream), form);

const nextBatch = async (): Promise<FromThread> => {
  const batch: FileRow[] = [];
  let characters = 0;
  while (batch.length < rowsPerBatch && characters < charactersPerBatch) {
    const { value, done } = await rows.next();
    if (done) return { kind: 'rows', rows: batch, isLast: true };
    batch.push(value);
    for (const cell of value.cells) characters += cell.length;
  }
  return { kind: 'rows', rows: batch, isLast: false };
};

const toFailure = (error: unknown): FromThread => {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', isFileError: name === 'FileError', message };
};

port.on('message', (message: ToThread) => {
  if (message.kind === 'next') {
    nextBatch().then(post, (error: unknown) => post(toFailure(error)));
    return;
  }
  const asked = reads.get(message.number);
  reads.delete(message.number);
  if (message.bytes) asked?.resolve(Buffer.from(message.bytes));
  else asked?.reject(message.isGone ? new FileError(message.failure) : new SourceError(message.failure));
});
