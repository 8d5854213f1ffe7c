import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';

const start = 1_000_000;

describe('a rate limiter', () => {
  it('allows the whole limit at once and then refuses', () => {
    const limiter = createRateLimiter(60);
    const decisions = Array.from({ length: 6 }, () => limiter.take('a', 5, start));
    expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true, true, true, false]);
    expect(decisions.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0]);
  });

  it('answers when one more is allowed, and keeps that promise', () => {
    const limiter = createRateLimiter(60);
    for (let count = 0; count < 5; count += 1) limiter.take('a', 5, start);
    const { retryAfterSeconds } = limiter.take('a', 5, start);
    expect(retryAfterSeconds).toBe(12);
    expect(limiter.take('a', 5, start + 11_999).allowed).toBe(false);
    expect(limiter.take('a', 5, start + retryAfterSeconds * 1000).allowed).toBe(true);
  });

  it('answers when the whole limit is there again', () => {
    const limiter = createRateLimiter(60);
    expect(limiter.take('a', 60, start).resetSeconds).toBe(1);
    for (let count = 0; count < 29; count += 1) limiter.take('a', 60, start);
    const { resetSeconds } = limiter.take('a', 60, start);
    expect(resetSeconds).toBe(31);
    expect(limiter.take('a', 60, start + resetSeconds * 1000).remaining).toBe(59);
  });

  it('is not used up by refused requests', () => {
    const limiter = createRateLimiter(60);
    for (let count = 0; count < 500; count += 1) limiter.take('a', 5, start);
    expect(limiter.take('a', 5, start + 12_000).allowed).toBe(true);
  });

  it('keeps keys apart', () => {
    const limiter = createRateLimiter(60);
    limiter.take('a', 1, start);
    expect(limiter.take('a', 1, start).allowed).toBe(false);
    expect(limiter.take('b', 1, start).allowed).toBe(true);
  });

  it('follows a limit that changes', () => {
    const limiter = createRateLimiter(60);
    limiter.take('a', 1, start);
    expect(limiter.take('a', 1, start).allowed).toBe(false);
    expect(limiter.take('a', 1_000, start + 60_000).remaining).toBe(999);
  });

  it('forgets no key that is in use when there are very many', () => {
    const limiter = createRateLimiter(60);
    limiter.take('mine', 1, start);
    for (let count = 0; count < 30_000; count += 1) limiter.take(`other ${count}`, 1, start);
    expect(limiter.take('mine', 1, start).allowed).toBe(false);
  });

  const arrivals = fc.record({
    limit: fc.integer({ min: 1, max: 40 }),
    windowSeconds: fc.integer({ min: 1, max: 120 }),
    pauses: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })), {
      minLength: 1,
      maxLength: 200,
    }),
  });

  it('never allows more in any span of time than the limit and what refills in that span', () => {
    fc.assert(
      fc.property(arrivals, ({ limit, windowSeconds, pauses }) => {
        const limiter = createRateLimiter(windowSeconds);
        const allowedAt: number[] = [];
        let now = start;
        for (const pause of pauses) {
          now += pause;
          if (limiter.take('a', limit, now).allowed) allowedAt.push(now);
        }
        for (const [first, from] of allowedAt.entries()) {
          for (const [offset, to] of allowedAt.slice(first).entries()) {
            const refilled = ((to - from) / (windowSeconds * 1000)) * limit;
            expect(offset + 1).toBeLessThanOrEqual(limit + refilled + 1e-3);
          }
        }
      }),
    );
  });

  it('never refuses a caller that stays at or below the pace of its limit', () => {
    fc.assert(
      fc.property(arrivals, ({ limit, windowSeconds, pauses }) => {
        const limiter = createRateLimiter(windowSeconds);
        const pace = (windowSeconds * 1000) / limit;
        let now = start;
        for (const pause of pauses) {
          now += pace + pause;
          expect(limiter.take('a', limit, now).allowed).toBe(true);
        }
      }),
    );
  });

  it('never promises what it then refuses: remaining is what is really left', () => {
    fc.assert(
      fc.property(arrivals, ({ limit, windowSeconds, pauses }) => {
        const limiter = createRateLimiter(windowSeconds);
        let now = start;
        let remaining = 0;
        for (const pause of pauses) {
          now += pause;
          ({ remaining } = limiter.take('a', limit, now));
        }
        for (let count = 0; count < remaining; count += 1)
          expect(limiter.take('a', limit, now).allowed).toBe(true);
        expect(limiter.take('a', limit, now).allowed).toBe(false);
      }),
    );
  });
});
