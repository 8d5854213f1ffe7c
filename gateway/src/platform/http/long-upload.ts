// A file may take longer to arrive than other requests may: it is cut off when nothing comes for a while, not when a
// minute is over. A client that keeps the connection open with a byte now and then is cut off in the end, too.

import type { Socket } from 'node:net';

export interface UploadPatience {
  readonly idleMilliseconds: number;
  readonly totalMilliseconds: number;
}

/** 200 MB, the largest file by default, arrive in this time over a line of 1 Mbit/s. */
const usualPatience: UploadPatience = { idleMilliseconds: 30_000, totalMilliseconds: 1_800_000 };

const uploading = new WeakSet<Socket>();

/** Whether the time limit of requests is not for this one. */
export const isLongUpload = (socket: Socket): boolean => uploading.has(socket);

const nextOrLate = async <Item>(
  next: Promise<Item>,
  milliseconds: number,
  toError: (message: string) => Error,
): Promise<Item> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(toError('The file stopped arriving before its end.')),
    milliseconds,
  );
  try {
    return await Promise.race([next, late.promise]);
  } finally {
    clearTimeout(timer);
    // Only one of the two is awaited; a rejection of the other must not end the process.
    next.catch(() => undefined);
  }
};

/** `toError` makes what is thrown when it is cut off. */
export async function* patiently(
  socket: Socket,
  stream: AsyncIterator<Uint8Array>,
  toError: (message: string) => Error,
  { idleMilliseconds, totalMilliseconds }: UploadPatience = usualPatience,
): AsyncGenerator<Uint8Array> {
  const begunAt = performance.now();
  uploading.add(socket);
  try {
    for (;;) {
      const left = totalMilliseconds - (performance.now() - begunAt);
      const item = await nextOrLate(stream.next(), Math.max(0, Math.min(idleMilliseconds, left)), toError);
      if (item.done) return;
      yield item.value;
    }
  } finally {
    uploading.delete(socket);
    // Not waited for: it would wait for the bytes that do not come.
    stream.return?.().catch(() => undefined);
  }
}
