import { describe, expect, it } from 'vitest';
import { createMemoryWatch } from './give-memory-back.ts';

/** How many collections each look had behind it, for shares of busy time. */
const collectionsOf = async (shares: readonly number[]): Promise<number[]> => {
  let collections = 0;
  let share = 0;
  const watch = createMemoryWatch({
    busyShare: () => share,
    collect: () => {
      collections += 1;
    },
  });
  const counts: number[] = [];
  for (const next of shares) {
    share = next;
    await watch.look();
    counts.push(collections);
  }
  return counts;
};

const repeat = (share: number, times: number): number[] => Array.from({ length: times }, () => share);

describe('giving memory back', () => {
  it('happens once after the start, as soon as two looks in a row were quiet', async () => {
    expect(await collectionsOf([0.9, 0.02, 0.3, 0.02, 0.02, 0.02])).toEqual([0, 0, 0, 0, 1, 1]);
    expect((await collectionsOf(repeat(0.02, 1_000))).at(-1)).toBe(1);
  });

  it('never holds up a gateway that has work', async () => {
    expect((await collectionsOf(repeat(0.06, 1_000))).at(-1)).toBe(0);
    expect((await collectionsOf([0.02, ...repeat(0.02, 1), ...repeat(0.1, 1_000)])).at(-1)).toBe(1);
  });

  it('runs again after a busy stretch, but not within ten minutes', async () => {
    const soon = await collectionsOf([0.02, 0.02, 0.8, ...repeat(0.02, 118)]);
    expect(soon.at(-1)).toBe(1);
    const later = await collectionsOf([0.02, 0.02, 0.8, ...repeat(0.02, 119)]);
    expect(later.at(-1)).toBe(2);
  });

  it('does not come again after work that was light', async () => {
    expect((await collectionsOf([0.02, 0.02, ...repeat(0.2, 200), ...repeat(0.02, 200)])).at(-1)).toBe(1);
  });
});
