import { describe, expect, it } from 'vitest';
import { createFoldFloor } from './fold-floor.ts';

const at = (start: number) => {
  let time = start;
  return {
    now: () => time,
    pass(milliseconds: number) {
      time += milliseconds;
    },
  };
};

describe('the floor of folding', () => {
  it('stays a minute behind what was folded, for rows that commit late', () => {
    const clock = at(0);
    const floor = createFoldFloor(clock.now);
    expect(floor.current).toBe('0');
    floor.saw('100');
    clock.pass(30_000);
    floor.saw('200');
    expect(floor.current).toBe('0');
    clock.pass(30_000);
    expect(floor.current).toBe('100');
    clock.pass(30_000);
    expect(floor.current).toBe('200');
    expect(floor.current).toBe('200');
  });

  it('is taken down once every ten minutes, for what came even later', () => {
    const clock = at(0);
    const floor = createFoldFloor(clock.now);
    floor.saw('100');
    clock.pass(600_000);
    expect(floor.current).toBe('0');
    expect(floor.current).toBe('100');
  });

  it('is written down when it has risen, once a minute at the most', () => {
    const clock = at(0);
    const floor = createFoldFloor(clock.now);
    floor.saw('100');
    expect(floor.toWrite()).toBeNull();
    clock.pass(60_000);
    floor.saw('200');
    expect(floor.toWrite()).toBe('100');
    clock.pass(59_000);
    expect(floor.toWrite()).toBeNull();
    clock.pass(1_000);
    expect(floor.toWrite()).toBe('200');
    clock.pass(60_000);
    expect(floor.toWrite()).toBeNull();
  });
});
