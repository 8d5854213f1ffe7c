import { describe, expect, it } from 'vitest';
import { type Breaker, createBreaker } from './breaker.ts';

const failTimes = (breaker: Breaker, times: number, now = 0): ('opened' | null)[] =>
  Array.from({ length: times }, () => breaker.fail(now));

describe('a breaker', () => {
  it('stays closed while failures are single', () => {
    const breaker = createBreaker();
    for (let round = 0; round < 10; round += 1) {
      expect(failTimes(breaker, 4)).toEqual([null, null, null, null]);
      expect(breaker.waitAt(0, 500)).toBe(0);
      expect(breaker.succeed()).toBeNull();
    }
  });

  it('opens at the fifth failure in a row, and says so once', () => {
    const breaker = createBreaker();
    expect(failTimes(breaker, 7)).toEqual([null, null, null, null, 'opened', null, null]);
  });

  it('lets one message through when its pause is over, and no second one beside it', () => {
    const breaker = createBreaker();
    failTimes(breaker, 5, 100);
    expect(breaker.waitAt(100, 0)).toBe(1_000);
    expect(breaker.waitAt(1_099, 0)).toBe(1);
    expect(breaker.waitAt(1_100, 0)).toBe(0);
    expect(breaker.waitAt(1_100, 1)).toBe(Number.POSITIVE_INFINITY);
  });

  it('waits twice as long after every further failure, and never more than half a minute', () => {
    const breaker = createBreaker();
    failTimes(breaker, 5);
    const waits = Array.from({ length: 20 }, () => {
      breaker.fail(0);
      return breaker.waitAt(0, 0);
    });
    expect(waits.slice(0, 6)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(Math.max(...waits)).toBe(30_000);
  });

  it('closes with the first answer, says so once, and counts from the start again', () => {
    const breaker = createBreaker();
    failTimes(breaker, 9);
    expect(breaker.succeed()).toBe('closed');
    expect(breaker.succeed()).toBeNull();
    expect(breaker.waitAt(0, 100)).toBe(0);
    expect(failTimes(breaker, 5).at(-1)).toBe('opened');
    expect(breaker.waitAt(0, 0)).toBe(1_000);
  });
});
