import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bodyPieces, releasing } from './body-pieces.ts';

const collect = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer[]> => {
  const found: Buffer[] = [];
  // Copies: a piece may be gone when the next one comes.
  for await (const piece of pieces) found.push(Buffer.from(piece));
  return found;
};

describe('bodyPieces', () => {
  it('gives every piece as it came, in order', async () => {
    const sent = Array.from({ length: 50 }, (_, index) => Buffer.alloc(40_000, index));
    const read = await collect(bodyPieces(Readable.from(sent, { objectMode: false, highWaterMark: 65_536 })));
    expect(read.map(({ length }) => length)).toEqual(sent.map(({ length }) => length));
    expect(Buffer.concat(read).equals(Buffer.concat(sent))).toBe(true);
  });

  it('ends at once with an empty body', async () => {
    expect(await collect(bodyPieces(Readable.from([], { objectMode: false })))).toEqual([]);
  });

  it('fails when the body breaks off, before or while it is read', async () => {
    const broken = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('it broke off');
        })(),
        { objectMode: false },
      );
    await expect(collect(bodyPieces(broken()))).rejects.toThrow('it broke off');
    const before = broken();
    before.on('error', () => undefined);
    before.destroy(new Error('gone already'));
    await expect(collect(bodyPieces(before))).rejects.toThrow('gone already');
  });

  it('leaves the body open when its reader stops', async () => {
    const sent = Array.from({ length: 20 }, () => Buffer.alloc(65_536, 1));
    const body = Readable.from(sent, { objectMode: false });
    for await (const piece of bodyPieces(body)) {
      expect(piece.byteLength).toBe(65_536);
      break;
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect({ isPaused: body.isPaused(), isDestroyed: body.destroyed }).toEqual({
      isPaused: true,
      isDestroyed: false,
    });
  });
});

describe('releasing', () => {
  it('empties a piece that has a buffer of its own, and leaves parts of others alone', async () => {
    const whole = new Uint8Array(new ArrayBuffer(10));
    const part = new Uint8Array(new ArrayBuffer(10), 0, 5);
    const seen: number[] = [];
    for await (const piece of releasing(Readable.from([whole, part]))) seen.push(piece.byteLength);
    expect(seen).toEqual([10, 5]);
    expect([whole.byteLength, part.byteLength]).toEqual([0, 5]);
  });
});
