import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Brakes } from './brakes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const now = 1_000_000;
const failTimes = (brakes: Brakes, times: number): ('opened' | 'closed' | null)[] =>
  Array.from({ length: times }, () => brakes.note(false));

describe('the brakes of a lane', () => {
  it('are off at first', () => {
    const brakes = new Brakes(80);
    expect([brakes.areOffAt(now), brakes.isFullAt(now), brakes.isProbingAt(now)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([brakes.standstillAt(now, 500), brakes.waitAt(now, 500)]).toEqual([0, 0]);
    expect(brakes.roomAt(now)).toBe(4);
  });

  it('hold the pace, which alone does not stop the lane', () => {
    const brakes = new Brakes(1);
    brakes.take(now);
    expect(brakes.waitAt(now, 1)).toBeGreaterThan(1_000);
    expect([brakes.standstillAt(now, 1), brakes.areOffAt(now), brakes.isFullAt(now)]).toEqual([
      0,
      true,
      false,
    ]);
  });

  it('stop the lane for as long as the provider asks, and are on until the pace has recovered', () => {
    const brakes = new Brakes(80);
    brakes.slowDown(now, 2_000);
    expect([brakes.standstillAt(now, 0), brakes.standstillAt(now + 2_000, 0)]).toEqual([2_000, 0]);
    expect([now, now + 2_000, now + 60_000].map((at) => brakes.areOffAt(at))).toEqual([false, false, true]);
  });

  it('slow down once for messages that were refused together, and pause for the longest of them', () => {
    const [once, together, twice] = [new Brakes(80), new Brakes(80), new Brakes(80)];
    once.slowDown(now, 2_000);
    for (const milliseconds of [1_000, 2_000, 500]) together.slowDown(now, milliseconds);
    for (const at of [now, now + 2_000]) twice.slowDown(at, 2_000);
    expect(together.standstillAt(now, 0)).toBe(2_000);
    const recovered = (brakes: Brakes): number => {
      let at = now;
      while (!brakes.areOffAt(at)) at += 100;
      return at;
    };
    expect(recovered(together)).toBe(recovered(once));
    expect(recovered(twice)).toBeGreaterThan(recovered(once));
  });

  it('let one message at a time through to a provider that does not answer, until it does', () => {
    const brakes = new Brakes(80);
    expect(failTimes(brakes, 5).at(-1)).toBe('opened');
    const at = performance.now() + 1_000;
    expect(brakes.standstillAt(at - 1_000, 0)).toBe(1_000);
    expect([brakes.standstillAt(at, 0), brakes.standstillAt(at, 1)]).toEqual([0, Number.POSITIVE_INFINITY]);
    expect([brakes.isProbingAt(at), brakes.areOffAt(at)]).toEqual([true, false]);
    expect(brakes.note(true)).toBe('closed');
    expect([brakes.isProbingAt(at), brakes.areOffAt(at)]).toEqual([false, true]);
  });
});
