import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from './live-list.ts';
import { createRowStream, type RowStream } from './row-stream.ts';

const event = (number: number, characters = 1_000): LiveEvent => ({
  id: String(number),
  text: `event: request\ndata: ${number} ${'x'.repeat(characters)}\n\n`,
});

/** Reads on, all that is there and comes. */
const startReading = ({ readable }: RowStream): { text: string; isEnded: boolean } => {
  const read = { text: '', isEnded: false };
  readable.setEncoding('utf8').on('data', (chunk: string) => {
    read.text += chunk;
  });
  readable.on('end', () => {
    read.isEnded = true;
  });
  return read;
};

const numbersIn = (text: string): number[] =>
  [...text.matchAll(/^data: (\d+) x/gm)].map((match) => Number(match[1]));

describe('a stream of rows', () => {
  it('passes everything on to a reader that keeps up', async () => {
    const stream = createRowStream();
    const read = startReading(stream);
    for (let number = 0; number < 3_000; number += 1) {
      stream.add([event(number)]);
      if (number % 50 === 0) await turn();
    }
    stream.end();
    await turn();
    expect(numbersIn(read.text)).toEqual(Array.from({ length: 3_000 }, (_, number) => number));
    expect(read.text).not.toContain('skipped');
    expect(read.isEnded).toBe(true);
  });

  it('holds no more than a bound for a reader that stalls, and says where how much is missing', async () => {
    const stream = createRowStream();
    const total = 5_000;
    for (let number = 0; number < total; number += 1) stream.add([event(number)]);
    const read = startReading(stream);
    await turn();
    stream.add([event(total)]);
    await turn();
    const kept = numbersIn(read.text);
    expect(kept.length).toBeLessThan(700);
    const skipped = Number(/event: skipped\ndata: \{"count":(\d+)\}/.exec(read.text)?.[1]);
    // All before the notice in order, none lost but those it counts, and then it goes on.
    expect(kept.slice(0, -1)).toEqual(Array.from({ length: kept.length - 1 }, (_, number) => number));
    expect(kept.at(-1)).toBe(total);
    expect(kept.length - 1 + skipped).toBe(total);
    expect(read.text.indexOf('skipped')).toBeLessThan(read.text.lastIndexOf(`data: ${total} `));
  });

  it('sends no signs of life into what waits already', async () => {
    const stream = createRowStream();
    for (let beats = 0; beats < 100; beats += 1) stream.beat(': still here\n\n');
    const read = startReading(stream);
    await turn();
    expect(read.text).toBe('retry: 1000\n\n');
    stream.beat(': still here\n\n');
    await turn();
    expect(read.text).toBe('retry: 1000\n\n: still here\n\n');
  });

  it('writes what waits before it ends, and takes nothing after', async () => {
    const stream = createRowStream();
    stream.add([event(1)]);
    stream.end();
    stream.add([event(2)]);
    const read = startReading(stream);
    await turn();
    await turn();
    expect(numbersIn(read.text)).toEqual([1]);
    expect(read.isEnded).toBe(true);
  });
});
