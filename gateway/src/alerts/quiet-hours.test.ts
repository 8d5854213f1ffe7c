import { describe, expect, it } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const riyadh = (time: string): Date => new Date(`2026-11-15T${time}:20+03:00`);
const ends = (hours: [string, string], time: string): string | null =>
  quietUntil({ from: hours[0], until: hours[1] }, 'Asia/Riyadh', riyadh(time))?.toISOString() ?? null;

describe('quiet hours', () => {
  it.each([
    [['22:00', '07:00'], '21:59', null],
    [['22:00', '07:00'], '22:00', '2026-11-16T04:00:00.000Z'],
    [['22:00', '07:00'], '06:59', '2026-11-15T04:00:00.000Z'],
    [['22:00', '07:00'], '07:00', null],
    [['13:00', '15:30'], '14:10', '2026-11-15T12:30:00.000Z'],
    [['13:00', '15:30'], '15:30', null],
    [['09:00', '09:00'], '09:00', null],
  ] as const)("of %s hold what comes at %s in the company's time zone until %s", (hours, time, end) => {
    expect(ends([...hours], time)).toBe(end);
  });

  it('are none where none are set', () => {
    expect(quietUntil(null, 'Asia/Riyadh', riyadh('23:00'))).toBeNull();
  });
});
