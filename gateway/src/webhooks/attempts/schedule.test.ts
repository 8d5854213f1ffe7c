import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedSecondsMax, attemptsMax, retryDelay } from './schedule.ts';

const middle = (): number => 0.5;
const hours = (milliseconds: number): number => milliseconds / 3_600_000;

describe('the schedule of retries', () => {
  it('allows ten attempts over about 75 hours', () => {
    const delays = Array.from({ length: attemptsMax - 1 }, (_, index) => retryDelay(index + 1, null, middle));
    expect(attemptsMax).toBe(10);
    expect(delays.slice(0, 4)).toEqual([5_000, 300_000, 1_800_000, 7_200_000]);
    expect(hours(delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0))).toBeCloseTo(75.6, 1);
  });

  it('ends after the last attempt', () => {
    expect(retryDelay(attemptsMax, null)).toBeNull();
    expect(retryDelay(attemptsMax + 5, 60)).toBeNull();
  });

  it('stays within a fifth of its plan, whatever chance says', () => {
    const failures = fc.integer({ min: 1, max: attemptsMax - 1 });
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(failures, chance, (count, value) => {
        const planned = retryDelay(count, null, middle) ?? 0;
        const delay = retryDelay(count, null, () => value) ?? 0;
        expect(delay).toBeGreaterThanOrEqual(planned * 0.8 - 1);
        expect(delay).toBeLessThanOrEqual(planned * 1.2 + 1);
      }),
    );
  });

  it('never comes sooner than the receiver asked for, up to a day', () => {
    expect(retryDelay(1, 3_600, () => 0)).toBe(3_600_000);
    expect(retryDelay(1, 9_999_999, () => 0)).toBe(askedSecondsMax * 1_000);
    expect(retryDelay(4, 1, middle)).toBe(7_200_000);
  });
});
