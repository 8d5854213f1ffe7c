import { describe, expect, it } from 'vitest';
import { timeOfUuid } from '../ids.ts';
import { createLookFloor, firstUuid } from './look-floor.ts';

describe('the floor of a look', () => {
  it('is the beginning at first and every ten seconds, and two days ago in between', () => {
    let time = Date.UTC(2026, 10, 16);
    const floor = createLookFloor(() => time);
    expect(floor()).toBe(firstUuid);
    time += 1_000;
    expect(timeOfUuid(floor()).getTime()).toBe(time - 2 * 86_400_000);
    time += 9_000;
    expect(floor()).toBe(firstUuid);
    time += 9_999;
    expect(timeOfUuid(floor()).getTime()).toBe(time - 2 * 86_400_000);
  });
});
