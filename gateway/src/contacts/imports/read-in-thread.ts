// Reads the rows of an uploaded file in a thread with a bounded heap. The parsers bound what they keep by themselves; this
// is the second wall: a file that gets past it ends its own thread, and the caller gets the reason.

import { Worker } from 'node:worker_threads';
import { errorCode } from '../../platform/error-code.ts';
import { threadFile } from '../../platform/threads.ts';
import { type ByteSource, FileError, type FileRow } from './file-row.ts';
import type { FileForm } from './open-rows.ts';

export interface ThreadData {
  readonly size: number;
  readonly form: FileForm;
}

export type ToThread =
  | { readonly kind: 'next' }
  | {
      readonly kind: 'bytes';
      readonly number: number;
      /** Null: they could not be read. */
      readonly bytes: Uint8Array | null;
      readonly failure: string;
      /** The file is not there any more. */
      readonly isGone: boolean;
    };

export type FromThread =
  | { readonly kind: 'read'; readonly number: number; readonly offset: number; readonly length: number }
  | { readonly kind: 'rows'; readonly rows: readonly FileRow[]; readonly isLast: boolean }
  | { readonly kind: 'failed'; readonly isFileError: boolean; readonly message: string };

/** A sheet of a million rows takes about 40 MB of it; its shared texts lie outside, and have a bound of their own. */
const usualHeapMegabytes = 160;
const youngMegabytes = 24;

const openThread = (data: ThreadData, heapMegabytes: number): Worker =>
  new Worker(threadFile('rows-thread', import.meta.url), {
    workerData: data,
    // The options that a test runner gives its own threads would only slow this one down.
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: heapMegabytes,
      maxYoungGenerationSizeMb: youngMegabytes,
    },
  });

const explainEnd = (error: unknown): Error => {
  if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new FileError('Reading the file takes more memory than a list of people should; save it as CSV.');
  }
  return error instanceof Error ? error : new Error(String(error));
};

const answerRead = async (
  thread: Worker,
  source: ByteSource,
  { number, offset, length }: Extract<FromThread, { kind: 'read' }>,
): Promise<void> => {
  const answer: ToThread = await source.read(offset, length).then(
    (bytes) => ({ kind: 'bytes', number, bytes, failure: '', isGone: false }) as const,
    (error: unknown) => {
      const failure = error instanceof Error ? error.message : String(error);
      return { kind: 'bytes', number, bytes: null, failure, isGone: error instanceof FileError } as const;
    },
  );
  thread.postMessage(answer);
};

type Batch = Extract<FromThread, { kind: 'rows' }>;

/** Asks the thread for rows, one batch at a time. */
const createBatches = (thread: Worker, source: ByteSource, signal: AbortSignal | undefined) => {
  let wanted = Promise.withResolvers<Batch>();
  // The thread may end before anything is asked of it.
  wanted.promise.catch(() => undefined);
  thread.on('message', (message: FromThread) => {
    if (message.kind === 'read') void answerRead(thread, source, message);
    else if (message.kind === 'rows') wanted.resolve(message);
    else if (message.isFileError) wanted.reject(new FileError(message.message));
    else wanted.reject(new Error(message.message));
  });
  thread.on('error', (error: unknown) => wanted.reject(explainEnd(error)));
  thread.on('exit', () => wanted.reject(new Error('the thread that reads a file has ended')));
  signal?.addEventListener('abort', () => wanted.reject(signal.reason), { once: true });
  return async (): Promise<Batch> => {
    thread.postMessage({ kind: 'next' } satisfies ToThread);
    const batch = await wanted.promise;
    wanted = Promise.withResolvers();
    wanted.promise.catch(() => undefined);
    return batch;
  };
};

export interface ThreadChoices {
  /** Gives up, with its reason. */
  readonly signal?: AbortSignal;
  readonly heapMegabytes?: number;
}

export async function* readInThread(
  source: ByteSource,
  form: FileForm,
  { signal, heapMegabytes = usualHeapMegabytes }: ThreadChoices = {},
): AsyncGenerator<FileRow> {
  const thread = openThread({ size: source.size, form }, heapMegabytes);
  const nextBatch = createBatches(thread, source, signal);
  try {
    for (;;) {
      const { rows, isLast } = await nextBatch();
      yield* rows;
      if (isLast) return;
    }
  } finally {
    await thread.terminate();
  }
}
