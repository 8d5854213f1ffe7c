import { describe, expect, it } from 'vitest';
import { allowance } from './allowance.ts';

const easy = { queued: 0, senderPerSecond: 80, limitPerSecond: null, elapsedSeconds: 0.5 };

describe('the allowance of a campaign', () => {
  it('fills up to a few seconds of the sender', () => {
    expect(allowance(easy)).toBe(400);
    expect(allowance({ ...easy, queued: 390 })).toBe(10);
    expect(allowance({ ...easy, queued: 500 })).toBe(0);
  });

  it('is some messages for the slowest sender, and never a flood for the fastest', () => {
    expect(allowance({ ...easy, senderPerSecond: 1 })).toBe(20);
    expect(allowance({ ...easy, senderPerSecond: 100_000 })).toBe(4_000);
  });

  it('is no more than its own limit allows for the time that has gone by', () => {
    expect(allowance({ ...easy, limitPerSecond: 10 })).toBe(5);
    expect(allowance({ ...easy, limitPerSecond: 1 })).toBe(0);
    expect(allowance({ ...easy, limitPerSecond: 1_000, queued: 399 })).toBe(1);
  });
});
