import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFifo } from './fifo.ts';

describe('a fifo', () => {
  it('gives back what it was given, in the same order, whatever the mixture of calls', () => {
    // Long runs of each, so that the point at which it makes room is passed many times.
    const runs = fc.array(fc.tuple(fc.constantFrom('push', 'shift'), fc.integer({ min: 1, max: 3_000 })), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(runs, (steps) => {
        const fifo = createFifo<number>();
        let [given, taken] = [0, 0];
        for (const [step, count] of steps) {
          for (let index = 0; index < count; index += 1) {
            if (step === 'push') fifo.push(given++);
            else if (fifo.shift() !== (taken < given ? taken++ : undefined)) return false;
          }
          if (fifo.size !== given - taken) return false;
        }
        return true;
      }),
      { numRuns: 40 },
    );
  });

  it('is empty at first, and again when all of it was taken', () => {
    const fifo = createFifo<string>();
    expect([fifo.shift(), fifo.size]).toEqual([undefined, 0]);
    fifo.push('one');
    expect([fifo.shift(), fifo.shift(), fifo.size]).toEqual(['one', undefined, 0]);
  });
});
