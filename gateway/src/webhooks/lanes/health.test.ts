import { describe, expect, it } from 'vitest';
import { afterFailure, afterSuccess, isBeyondHope, type LaneHealth, newHealth, openness } from './health.ts';

const middle = (): number => 0.5;
const start = 1_000_000;

const fail = (health: LaneHealth, at: number, askedUntil: number | null = null): LaneHealth =>
  afterFailure(health, { at, failure: '{}', askedUntil }, middle);

const failTimes = (count: number, at = start): LaneHealth =>
  Array.from({ length: count }).reduce<LaneHealth>((health) => fail(health, at), newHealth);

describe('the health of a webhook', () => {
  it('lets everything through at first, and after a few failures', () => {
    expect(openness(newHealth, 10, start)).toBe(10);
    expect(openness(failTimes(4), 10, start)).toBe(10);
  });

  it('parks the lane at the fifth failure in a row, and then lets one probe through', () => {
    const parked = failTimes(5);
    expect(openness(parked, 10, start)).toBe(0);
    expect(openness(parked, 10, start + 29_999)).toBe(0);
    expect(openness(parked, 10, start + 30_000)).toBe(1);
  });

  it('does not rest longer because of what was already under way', () => {
    expect(failTimes(12).parkedUntil).toBe(failTimes(5).parkedUntil);
  });

  it('rests longer after every failed probe, up to ten minutes', () => {
    let health = failTimes(5);
    const rests: number[] = [];
    for (let probe = 0; probe < 7; probe += 1) {
      const at = health.parkedUntil ?? 0;
      health = fail(health, at);
      rests.push((health.parkedUntil ?? 0) - at);
    }
    expect(rests).toEqual([60_000, 120_000, 240_000, 480_000, 600_000, 600_000, 600_000]);
  });

  it('opens with the first success', () => {
    const healthy = afterSuccess(failTimes(9), start + 60_000);
    expect(openness(healthy, 10, start + 60_000)).toBe(10);
    expect(healthy).toMatchObject({ consecutiveFailures: 0, firstFailureAt: null, rests: 0 });
    expect(fail(healthy, start + 61_000).parkedUntil).toBeNull();
  });

  it('rests as long as the receiver asks, from the first failure on', () => {
    const asked = fail(newHealth, start, start + 3_600_000);
    expect(openness(asked, 10, start + 3_599_999)).toBe(0);
    expect(openness(asked, 10, start + 3_600_000)).toBe(1);
  });

  it('is beyond hope after five days of nothing but failures, and not a moment sooner', () => {
    const day = 86_400_000;
    const first = fail(newHealth, start);
    expect(isBeyondHope(first)).toBe(false);
    expect(isBeyondHope(fail(first, start + 5 * day - 1))).toBe(false);
    expect(isBeyondHope(fail(first, start + 5 * day))).toBe(true);
    const between = afterSuccess(first, start + 2 * day);
    expect(isBeyondHope(fail(fail(between, start + 3 * day), start + 6 * day))).toBe(false);
  });
});
