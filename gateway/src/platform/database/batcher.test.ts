import { setImmediate as endOfTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type BatcherOptions, createBatcher } from './batcher.ts';

class Outage extends Error {}

/** A store that keeps what is flushed and refuses whole batches that hold a poison item, as a database does. */
const createStore = (isPoison: (item: number) => boolean = () => false) => {
  const batches: number[][] = [];
  const written: number[] = [];
  const flush = async (items: readonly number[]): Promise<string[]> => {
    batches.push([...items]);
    await endOfTurn();
    if (items.some(isPoison)) throw new Error('refused');
    written.push(...items);
    return items.map((item) => `result of ${item}`);
  };
  return { batches, written, flush };
};

const options = (
  flush: BatcherOptions<number, string>['flush'],
  changes: Partial<BatcherOptions<number, string>> = {},
): BatcherOptions<number, string> => ({
  flush,
  flushers: 1,
  itemsMax: 100,
  bytesMax: 1_000_000,
  bytesOf: () => 1,
  isOutage: (error) => error instanceof Outage,
  ...changes,
});

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a batcher', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('writes all that came in one turn of the event loop in one batch', async () => {
    const { batches, flush } = createStore();
    const batcher = createBatcher(options(flush));
    await Promise.all(range(10).map((item) => batcher.add(item)));
    expect(batches).toEqual([range(10)]);
  });

  it('grows its next batch while a flush is running', async () => {
    const { batches, flush } = createStore();
    const batcher = createBatcher(options(flush));
    const first = batcher.add(0);
    await endOfTurn();
    const rest = range(20).map((item) => batcher.add(item + 1));
    expect(batcher.waiting).toBe(20);
    await Promise.all([first, ...rest]);
    expect(batches.map((batch) => batch.length)).toEqual([1, 20]);
  });

  it('answers each caller with its own result', async () => {
    const batcher = createBatcher(options(createStore().flush));
    const results = await Promise.all(range(5).map((item) => batcher.add(item)));
    expect(results).toEqual(range(5).map((item) => `result of ${item}`));
  });

  it('never takes more items or bytes at once than allowed', async () => {
    const { batches, flush } = createStore();
    const batcher = createBatcher(options(flush, { itemsMax: 4, bytesMax: 10, bytesOf: (item) => item }));
    await Promise.all([3, 3, 3, 3, 1, 1, 1, 1, 1, 9, 2].map((item) => batcher.add(item)));
    expect(batches).toEqual([[3, 3, 3], [3, 1, 1, 1], [1, 1], [9], [2]]);
  });

  it('writes an item that is larger than a batch may be on its own', async () => {
    const { batches, flush } = createStore();
    const batcher = createBatcher(options(flush, { bytesMax: 10, bytesOf: (item) => item }));
    await Promise.all([1, 50, 1].map((item) => batcher.add(item)));
    expect(batches).toEqual([[1], [50], [1]]);
  });

  it('lets so many flushers run at once and no more', async () => {
    const gate = Promise.withResolvers<void>();
    let running = 0;
    const flush = async (items: readonly number[]): Promise<string[]> => {
      running += 1;
      await gate.promise;
      running -= 1;
      return items.map(String);
    };
    const batcher = createBatcher(options(flush, { flushers: 2, itemsMax: 1 }));
    const adding: Promise<string>[] = [];
    const runningAfterEach: number[] = [];
    for (const item of range(4)) {
      adding.push(batcher.add(item));
      await endOfTurn();
      runningAfterEach.push(running);
    }
    expect(runningAfterEach).toEqual([1, 2, 2, 2]);
    gate.resolve();
    expect(await Promise.all(adding)).toEqual(['0', '1', '2', '3']);
  });

  it('lets another flusher join in when a crowd waits, and not for a few', async () => {
    const gate = Promise.withResolvers<void>();
    const batches: number[] = [];
    const flush = async (items: readonly number[]): Promise<string[]> => {
      batches.push(items.length);
      await gate.promise;
      return items.map(String);
    };
    const batcher = createBatcher(options(flush, { flushers: 2 }));
    const adding = [batcher.add(0)];
    await endOfTurn();
    adding.push(...range(10).map((item) => batcher.add(item)));
    await endOfTurn();
    expect(batches).toEqual([1]);
    adding.push(...range(60).map((item) => batcher.add(item)));
    await endOfTurn();
    expect(batches).toEqual([1, 70]);
    gate.resolve();
    await Promise.all(adding);
  });

  it('does not let a few wait behind a flush that is held up', async () => {
    const gate = Promise.withResolvers<void>();
    const flush = async (items: readonly number[]): Promise<string[]> => {
      if (items[0] === 0) await gate.promise;
      return items.map(String);
    };
    const batcher = createBatcher(options(flush, { flushers: 2 }));
    const heldUp = batcher.add(0);
    await endOfTurn();
    expect(await batcher.add(1)).toBe('1');
    gate.resolve();
    expect(await heldUp).toBe('0');
  });

  it('lets items without a waiting caller gather, until their patience is over', async () => {
    const { batches, flush } = createStore();
    const batcher = createBatcher(options(flush, { patienceOf: () => 30 }));
    const first = batcher.add(0);
    await endOfTurn();
    const second = batcher.add(1);
    await endOfTurn();
    expect(batches).toEqual([]);
    await Promise.all([first, second]);
    expect(batches).toEqual([[0, 1]]);
  });

  it('lets nothing gather when a caller waits, when the batch is large enough, or when it is drained', async () => {
    const { batches, flush } = createStore();
    const hour = 3_600_000;
    const batcher = createBatcher(options(flush, { patienceOf: (item) => (item === 7 ? 0 : hour) }));
    await Promise.all([batcher.add(1), batcher.add(7)]);
    await Promise.all(range(48).map((item) => batcher.add(item + 100)));
    const last = batcher.add(2);
    await batcher.drain();
    await last;
    expect(batches.map((batch) => batch.length)).toEqual([2, 48, 1]);
  });

  it('lets gather what came while it wrote', async () => {
    const { batches, flush } = createStore();
    const batcher = createBatcher(options(flush, { patienceOf: (item) => (item === 0 ? 0 : 30) }));
    const first = batcher.add(0);
    await endOfTurn();
    const rest = [batcher.add(1)];
    await first;
    rest.push(batcher.add(2));
    await Promise.all(rest);
    expect(batches).toEqual([[0], [1, 2]]);
  });

  it('begins batches a few milliseconds apart while items come quickly, and only then', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const { batches, flush } = createStore();
    const batcher = createBatcher(options(flush));
    await batcher.add(1);
    await batcher.add(2);
    expect(batches).toEqual([[1], [2]]);
    await Promise.all(range(8).map((item) => batcher.add(item + 10)));
    const rest = [batcher.add(20)];
    await endOfTurn();
    rest.push(batcher.add(21));
    vi.advanceTimersByTime(7);
    await endOfTurn();
    expect(batches).toHaveLength(3);
    vi.advanceTimersByTime(1);
    await Promise.all(rest);
    expect(batches.slice(3)).toEqual([[20, 21]]);
    vi.advanceTimersByTime(80);
    await batcher.add(22);
    expect(batches.slice(4)).toEqual([[22]]);
  });

  it('waits longer with each process that shares the work, and for four of them at most', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const longestWait = async (processes: number): Promise<{ apart: number; patience: number }> => {
      const { batches, flush } = createStore();
      const batcher = createBatcher(
        options(flush, {
          patienceOf: (item, stretch) => (item < 0 ? 25 * stretch : 0),
          processes: () => processes,
        }),
      );
      const waitFor = async (item: number): Promise<number> => {
        const before = batches.length;
        const adding = batcher.add(item);
        for (let waited = 0; ; waited += 1) {
          await endOfTurn();
          if (batches.length > before) return adding.then(() => waited);
          vi.advanceTimersByTime(1);
        }
      };
      await Promise.all(range(8).map((item) => batcher.add(item)));
      return { apart: await waitFor(8), patience: await waitFor(-1) };
    };
    expect(await longestWait(0)).toEqual({ apart: 8, patience: 25 });
    expect(await longestWait(1)).toEqual({ apart: 8, patience: 25 });
    expect(await longestWait(3)).toEqual({ apart: 24, patience: 75 });
    expect(await longestWait(9)).toEqual({ apart: 32, patience: 100 });
  });

  it('counts as quick what is quick for all processes together', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const batchesOf = async (processes: number): Promise<number> => {
      const { batches, flush } = createStore();
      const batcher = createBatcher(options(flush, { processes: () => processes }));
      const adding: Promise<string>[] = [];
      for (const item of range(40)) {
        adding.push(batcher.add(item));
        await endOfTurn();
        await endOfTurn();
        vi.advanceTimersByTime(10);
      }
      await endOfTurn();
      vi.advanceTimersByTime(100);
      await Promise.all(adding);
      return batches.length;
    };
    expect(await batchesOf(1)).toBe(40);
    expect(await batchesOf(3)).toBeLessThan(25);
  });

  it('lets about eight items share a batch in a rush, and none wait longer than 20 milliseconds', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const largestOf = async (apart: number): Promise<number> => {
      const { batches, flush } = createStore();
      const batcher = createBatcher(options(flush));
      const adding: Promise<string>[] = [];
      for (let now = 0; now < 400; now += 1) {
        if (now % apart === 0) adding.push(batcher.add(now));
        await endOfTurn();
        await endOfTurn();
        vi.advanceTimersByTime(1);
      }
      vi.advanceTimersByTime(20);
      await Promise.all(adding);
      return Math.max(...batches.slice(10).map((batch) => batch.length));
    };
    expect([await largestOf(1), await largestOf(2), await largestOf(4), await largestOf(20)]).toEqual([
      8, 8, 5, 1,
    ]);
  });

  it('takes only what somebody waits for as a rush', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const { batches, flush } = createStore();
    const batcher = createBatcher(options(flush, { patienceOf: (item) => (item === 20 ? 0 : 25) }));
    const adding = range(12).map((item) => batcher.add(item));
    vi.advanceTimersByTime(25);
    await Promise.all(adding);
    await batcher.add(20);
    expect(batches.map((batch) => batch.length)).toEqual([12, 1]);
  });

  it('lets an item without patience wait for its turn, and not for the patience of others', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const { batches, flush } = createStore();
    const batcher = createBatcher(options(flush, { patienceOf: (item) => (item === 30 ? 1_000 : 0) }));
    await Promise.all(range(8).map((item) => batcher.add(item)));
    const rest = [batcher.add(30)];
    await endOfTurn();
    rest.push(batcher.add(31));
    vi.advanceTimersByTime(8);
    await Promise.all(rest);
    expect(batches.slice(1)).toEqual([[30, 31]]);
  });

  it('fails all of a batch together, unsplit, when the store is away', async () => {
    let flushes = 0;
    const flush = async (): Promise<string[]> => {
      flushes += 1;
      throw new Outage('away');
    };
    const batcher = createBatcher(options(flush));
    const outcomes = await Promise.allSettled(range(8).map((item) => batcher.add(item)));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(flushes).toBe(1);
  });

  it('goes on after a failure', async () => {
    const { flush } = createStore((item) => item === 13);
    const batcher = createBatcher(options(flush));
    await expect(batcher.add(13)).rejects.toThrow('refused');
    expect(await batcher.add(14)).toBe('result of 14');
  });

  it('is drained when nothing waits', async () => {
    await createBatcher(options(createStore().flush)).drain();
  });

  it('is drained only when everything added before is settled', async () => {
    const { written, flush } = createStore((item) => item % 7 === 3);
    const batcher = createBatcher(options(flush, { itemsMax: 3, flushers: 2 }));
    const adding = Promise.allSettled(range(30).map((item) => batcher.add(item)));
    await batcher.drain();
    expect(written).toHaveLength(26);
    expect(batcher.waiting).toBe(0);
    await adding;
  });

  it('loses nothing, doubles nothing, keeps the order and isolates poison items, whatever comes', async () => {
    const scenario = fc.record({
      // Each group comes in one turn of the event loop.
      groups: fc.array(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 }), { maxLength: 8 }),
      poison: fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { maxLength: 6 }),
      itemsMax: fc.integer({ min: 1, max: 10 }),
      bytesMax: fc.integer({ min: 1, max: 200 }),
      flushers: fc.integer({ min: 1, max: 3 }),
      patience: fc.constantFrom(0, 1),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ groups, poison, itemsMax, bytesMax, flushers, patience }) => {
        const isPoison = (item: number) => poison.includes(Math.floor(item / 1000));
        const { written, batches, flush } = createStore(isPoison);
        const batcher = createBatcher(
          options(flush, {
            itemsMax,
            bytesMax,
            flushers,
            bytesOf: (item) => item % 50,
            patienceOf: (item) => (item % 2) * patience,
          }),
        );
        // Thousands carry the value, the rest makes every item unique and ordered by arrival.
        const items: number[] = [];
        const failing: Promise<boolean>[] = [];
        for (const group of groups) {
          for (const value of group) {
            const item = value * 1000 + items.length;
            items.push(item);
            failing.push(
              batcher.add(item).then(
                () => false,
                () => true,
              ),
            );
          }
          await endOfTurn();
        }
        expect(await Promise.all(failing)).toEqual(items.map(isPoison));
        const healthy = items.filter((item) => !isPoison(item));
        expect([...written].sort((one, two) => one - two)).toEqual(
          [...healthy].sort((one, two) => one - two),
        );
        if (flushers === 1) expect(written).toEqual(healthy);
        expect(batches.every((batch) => batch.length <= itemsMax)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
