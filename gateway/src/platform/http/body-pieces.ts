// The body of a request, piece by piece as it came in, for bodies that are too large to be held.

import { on } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/**
 * Flowing: `body.iterator()` would join the waiting pieces into a new buffer first. A reader that stops leaves the body
 * open, so that an answer can still be sent.
 */
export async function* bodyPieces(body: Readable): AsyncGenerator<Uint8Array> {
  if (body.errored) throw body.errored;
  const pieces = on(body, 'data', { close: ['end'], highWaterMark: 1, lowWaterMark: 1 });
  try {
    for await (const [piece] of pieces) yield piece as Uint8Array;
  } finally {
    // Without a listener the rest would flow on and be lost.
    body.pause();
  }
}

/**
 * Gives the memory of each piece back when the next one is asked for, instead of when V8 collects it: it lets 64 MB of buffers
 * pile up before it looks. For a reader that is done with a piece by then, and pieces that no other code holds.
 */
export async function* releasing(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    const { buffer, byteLength } = piece;
    yield piece;
    // A part of a larger buffer has neighbours.
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
  }
}

/**
 * Reads the rest of a refused body for a moment and forgets it. A caller that still writes would find its connection broken
 * and not see the answer that says why.
 */
export const discardRest = async (body: Readable, milliseconds: number): Promise<void> => {
  if (body.readableEnded || body.destroyed) return;
  body.resume();
  await finished(body, { writable: false, signal: AbortSignal.timeout(milliseconds) }).catch(() => undefined);
  body.pause();
};
