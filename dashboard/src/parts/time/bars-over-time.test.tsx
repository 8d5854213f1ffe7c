import { expect, it } from 'vitest';
import { labelEvery, scaleLines } from './bars-over-time.tsx';

it('draws lines at whole and round numbers, from nothing to the highest bar', () => {
  expect(scaleLines(0)).toEqual([0, 1]);
  expect(scaleLines(1)).toEqual([0, 1]);
  expect(scaleLines(3)).toEqual([0, 1, 2, 3]);
  expect(scaleLines(7)).toEqual([0, 2, 4, 6, 8]);
  expect(scaleLines(340)).toEqual([0, 100, 200, 300, 400]);
  expect(scaleLines(2_319)).toEqual([0, 1_000, 2_000, 3_000]);
  for (let highest = 0; highest < 3_000; highest += 7) {
    const lines = scaleLines(highest);
    expect(lines.every(Number.isInteger), `${highest}: ${lines.join(' ')}`).toBe(true);
    expect(lines.length, `${highest}`).toBeLessThanOrEqual(5);
    expect(lines.at(-1)).toBeGreaterThanOrEqual(highest);
  }
});

it('leaves out labels that have no room', () => {
  expect(labelEvery(14, 700, 48)).toBe(1);
  expect(labelEvery(14, 300, 48)).toBe(3);
  expect(labelEvery(24, 0, 48)).toBeGreaterThan(24);
});
