import { describe, expect, it } from 'vitest';
import { timeOfUuid } from '../ids.ts';
import { createLookFloor, firstUuid, recentFloor } from './look-floor.ts';

describe('the floor of a look', () => {
  it('is the beginning at first and every ten seconds, and the start of the day before yesterday in between', () => {
    const dayBeforeYesterday = Date.UTC(2026, 10, 14);
    let time = Date.UTC(2026, 10, 16, 13, 30);
    const floor = createLookFloor(() => time);
    expect(floor()).toBe(firstUuid);
    time += 1_000;
    expect(timeOfUuid(floor()).getTime()).toBe(dayBeforeYesterday);
    time += 9_000;
    expect(floor()).toBe(firstUuid);
    time += 9_999;
    expect(timeOfUuid(floor()).getTime()).toBe(dayBeforeYesterday);
  });

  it('is the beginning as seldom as is asked for', () => {
    let time = Date.UTC(2026, 10, 16);
    const floor = createLookFloor(() => time, 60_000);
    expect(floor()).toBe(firstUuid);
    time += 59_999;
    expect(floor()).toBe(recentFloor(time));
    time += 1;
    expect(floor()).toBe(firstUuid);
  });
});
