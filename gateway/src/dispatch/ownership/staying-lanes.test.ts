import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStayingLanes, type StayingLanes } from './staying-lanes.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Seconds until it may be tried again. */
const secondsOf = (staying: StayingLanes, lane: string): number => {
  for (let seconds = 0; ; seconds += 1) {
    if (!staying.has(lane)) return seconds;
    vi.advanceTimersByTime(1_000);
  }
};

describe('a lane that could not be emptied', () => {
  it('is tried again after seconds, and later each time, up to a minute', () => {
    const staying = createStayingLanes();
    const waits = Array.from({ length: 6 }, () => {
      staying.failed('a');
      return secondsOf(staying, 'a');
    });
    expect(waits).toEqual([8, 16, 32, 60, 60, 60]);
  });

  it('says nothing about another', () => {
    const staying = createStayingLanes();
    staying.failed('a');
    expect(staying.has('b')).toBe(false);
  });

  it('begins anew once it was emptied', () => {
    const staying = createStayingLanes();
    staying.failed('a');
    staying.failed('a');
    staying.forget('a');
    expect(staying.has('a')).toBe(false);
    staying.failed('a');
    expect(secondsOf(staying, 'a')).toBe(8);
  });
});
