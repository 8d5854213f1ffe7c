import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryDelayMs } from './webhook-line.ts';

const settings = { webhookRetryFirstMs: 1_000, webhookRetryMaxMs: 3_600_000 };

it('doubles from try to try', () => {
  expect([1, 2, 3, 4].map((attempt) => retryDelayMs(attempt, settings, 0.5))).toEqual([
    1_000, 2_000, 4_000, 8_000,
  ]);
});

it('stays within a fifth of the pause and below the longest', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, chance) => {
        const pause = retryDelayMs(attempt, settings, chance);
        expect(pause).toBeGreaterThanOrEqual(800);
        expect(pause).toBeLessThanOrEqual(3_600_000 * 1.2);
      },
    ),
  );
});
