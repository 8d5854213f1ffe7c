// Reads a body into memory. Its bytes are counted in the inbox as they arrive, not as they are announced, and an
// unknown caller has only seconds to send them.

import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import type { InboxPlace, InboxRefusal } from './inbox.ts';

export interface BodyReading {
  readonly bytesMax: number;
  /** The content-length header. */
  readonly announced: string | undefined;
  /** Where its bytes are counted; null where nothing is held for long. */
  readonly place: InboxPlace | null;
  /** 0: only the time limit of the whole request. */
  readonly seconds: number;
  /** The inbox has no room for the next bytes: what to answer. */
  readonly refuse: (refusal: InboxRefusal) => AppError;
  readonly onTimeout: () => void;
}

const cutShort = 'The body is not as long as the Content-Length header says.';

type Done = (error: Error | null, bytes?: Buffer) => void;

/** Calls back once. */
export const readBody = (payload: Readable, reading: BodyReading, done: Done): void => {
  const announced = reading.announced === undefined ? null : Number(reading.announced);
  if (announced !== null && announced > reading.bytesMax) {
    done(new AppError('body_too_large'));
    return;
  }
  const chunks: Buffer[] = [];
  let received = 0;
  let timer: NodeJS.Timeout | null = null;

  const finish = (error: Error | null, bytes?: Buffer): void => {
    if (timer) clearTimeout(timer);
    payload.off('data', onData);
    payload.off('end', onEnd);
    payload.off('error', finish);
    done(error, bytes);
  };
  const onData = (chunk: Buffer): void => {
    received += chunk.length;
    const isTooLarge = received > reading.bytesMax;
    const refusal = isTooLarge ? null : (reading.place?.grow(chunk.length) ?? null);
    if (isTooLarge) finish(new AppError('body_too_large'));
    else if (refusal) finish(reading.refuse(refusal));
    else chunks.push(chunk);
  };
  const onEnd = (): void => {
    if (announced !== null && received !== announced) {
      finish(new AppError('invalid_json', { detail: cutShort }));
      return;
    }
    const [first] = chunks;
    finish(null, chunks.length === 1 && first ? first : Buffer.concat(chunks, received));
  };
  payload.on('data', onData);
  payload.on('end', onEnd);
  payload.on('error', finish);
  if (reading.seconds > 0) {
    timer = setTimeout(() => {
      reading.onTimeout();
      finish(new AppError('request_timeout'));
    }, reading.seconds * 1000);
  }
  payload.resume();
};
