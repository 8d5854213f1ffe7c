import { describe, expect, it } from 'vitest';
import { inSlices } from './in-slices.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('work in slices', () => {
  it('is done for every item in its order', async () => {
    expect(await inSlices(range(10), 3, (item, index) => item * 10 + index)).toEqual(
      range(10).map((item) => item * 11),
    );
  });

  it('lets others have their turn after every slice', async () => {
    const done: string[] = [];
    setImmediate(() => done.push('somebody else'));
    await inSlices(range(5), 2, (item) => done.push(`item ${item}`));
    expect(done).toEqual(['item 0', 'item 1', 'somebody else', 'item 2', 'item 3', 'item 4']);
  });

  it('ends with the error of an item', async () => {
    const failing = inSlices(range(5), 2, (item) => {
      if (item === 3) throw new Error('bad');
    });
    await expect(failing).rejects.toThrow('bad');
  });
});
