import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDelay } from './retry-policy.ts';

const attempts = fc.integer({ min: 0, max: 40_000 });
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the wait before another attempt', () => {
  it.each([
    [1, 2_000],
    [2, 4_000],
    [3, 8_000],
    [7, 128_000],
    [8, 256_000],
    [9, 300_000],
    [500, 300_000],
  ])('after attempt %i is %i ms in the middle', (attempt, expected) => {
    expect(retryDelay(attempt, null, () => 0.5)).toBe(expected);
  });

  it('is between 1.6 seconds and six minutes, whatever the attempt and the dice', () => {
    fc.assert(
      fc.property(attempts, chance, (attempt, dice) => {
        const delay = retryDelay(attempt, null, () => dice);
        expect(delay).toBeGreaterThanOrEqual(1_600);
        expect(delay).toBeLessThanOrEqual(360_000);
      }),
    );
  });

  it('is never shorter than the provider asked for, and not much longer when that is long', () => {
    fc.assert(
      fc.property(attempts, fc.integer({ min: 0, max: 86_400 }), chance, (attempt, asked, dice) => {
        const delay = retryDelay(attempt, asked, () => dice);
        expect(delay).toBeGreaterThanOrEqual(asked * 1_000);
        expect(delay).toBeLessThanOrEqual(Math.max(asked * 1_200, 360_000));
      }),
    );
  });

  it('differs for messages that failed together', () => {
    const delays = new Set(Array.from({ length: 100 }, () => retryDelay(3, null)));
    expect(delays.size).toBeGreaterThan(50);
  });
});
