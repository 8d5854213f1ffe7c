import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import { createSchedule } from './schedule.ts';

describe('the schedule', () => {
  it('runs everything once, in order of time and then of asking', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 200 }), (delays) => {
        const clock = createFakeClock(0);
        const schedule = createSchedule(clock);
        const ran: [number, number][] = [];
        for (const [index, delay] of delays.entries()) schedule.at(delay, () => ran.push([delay, index]));
        clock.advance(60);
        const expected = delays.map((delay, index): [number, number] => [delay, index]);
        expect(ran).toEqual(expected.sort((a, b) => a[0] - b[0] || a[1] - b[1]));
        expect(schedule.size()).toBe(0);
      }),
    );
  });

  it('takes something earlier than what it waits for', () => {
    const clock = createFakeClock(0);
    const schedule = createSchedule(clock);
    const ran: string[] = [];
    schedule.at(100, () => ran.push('late'));
    schedule.at(10, () => ran.push('early'));
    clock.advance(50);
    expect(ran).toEqual(['early']);
  });

  it('runs what a task asks for', () => {
    const clock = createFakeClock(0);
    const schedule = createSchedule(clock);
    const ran: number[] = [];
    const again = (time: number) => {
      ran.push(time);
      if (time < 30) schedule.at(time + 10, () => again(time + 10));
    };
    schedule.at(10, () => again(10));
    clock.advance(100);
    expect(ran).toEqual([10, 20, 30]);
  });

  it('goes on after a task that throws', () => {
    const clock = createFakeClock(0);
    const schedule = createSchedule(clock);
    const ran: string[] = [];
    schedule.at(1, () => {
      throw new Error('broken');
    });
    schedule.at(1, () => ran.push('next'));
    expect(() => clock.advance(1)).toThrow('broken');
    clock.advance(5);
    expect(ran).toEqual(['next']);
  });

  it('forgets everything when cleared, and works on', () => {
    const clock = createFakeClock(0);
    const schedule = createSchedule(clock);
    const ran: string[] = [];
    schedule.at(5, () => ran.push('forgotten'));
    schedule.clear();
    schedule.at(6, () => ran.push('kept'));
    clock.advance(10);
    expect(ran).toEqual(['kept']);
  });
});
