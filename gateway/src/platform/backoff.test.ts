import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doublingPause, jittered } from './backoff.ts';

test('a pause doubles with every failure until it is the longest', () => {
  const pauses = [0, 1, 2, 3, 4, 5].map((doublings) => doublingPause(2, 30, doublings));
  expect(pauses).toEqual([2, 4, 8, 16, 30, 30]);
});

test('a pause is never shorter than the first, longer than the longest or shorter than the one before', () => {
  const milliseconds = fc.integer({ min: 1, max: 600_000 });
  fc.assert(
    fc.property(milliseconds, milliseconds, fc.integer({ min: -5, max: 10_000 }), (one, two, doublings) => {
      const [first, longest] = [Math.min(one, two), Math.max(one, two)];
      const pause = doublingPause(first, longest, doublings);
      expect(pause).toBeGreaterThanOrEqual(first);
      expect(pause).toBeLessThanOrEqual(longest);
      expect(doublingPause(first, longest, doublings + 1)).toBeGreaterThanOrEqual(pause);
    }),
  );
});

test.each([
  [0, 80],
  [0.5, 100],
  [1, 120],
])('jitter of a fifth with chance %f makes of 100 %f', (chance, expected) => {
  expect(jittered(100, 0.2, () => chance)).toBeCloseTo(expected);
});
