import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimiter, perSecond } from './limits.ts';

describe('a limiter', () => {
  it('never takes more than the burst and what the time has earned', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 100 }),
        (pauses, rate) => {
          const limiter = createLimiter();
          let now = 1_000_000;
          let taken = 0;
          for (const pause of pauses) {
            now += pause;
            if (limiter.take('k', now, perSecond(rate))) taken += 1;
          }
          expect(taken).toBeLessThanOrEqual(rate + ((now - 1_000_000) * rate) / 1_000 + 1);
        },
      ),
    );
  });

  it('keeps keys apart', () => {
    const limiter = createLimiter();
    expect(limiter.take('a', 0, perSecond(1))).toBe(true);
    expect(limiter.take('b', 0, perSecond(1))).toBe(true);
    expect(limiter.take('a', 0, perSecond(1))).toBe(false);
  });

  it('is lifted by zero', () => {
    const limiter = createLimiter();
    for (let turn = 0; turn < 1_000; turn += 1) expect(limiter.take('a', 0, perSecond(0))).toBe(true);
    expect(limiter.size()).toBe(0);
  });

  it('forgets idle keys first when there are too many', () => {
    const limiter = createLimiter(100);
    const limit = { intervalMs: 6_000, burst: 1 };
    limiter.take('busy', 10_000, limit);
    for (let key = 0; key < 99; key += 1) limiter.take(`idle ${key}`, 0, limit);
    limiter.take('new', 10_001, limit);
    expect(limiter.size()).toBe(2);
    expect(limiter.take('busy', 10_001, limit)).toBe(false);
    for (let key = 0; key < 1_000; key += 1) limiter.take(`flood ${key}`, 10_002, limit);
    expect(limiter.size()).toBeLessThanOrEqual(100);
  });
});
