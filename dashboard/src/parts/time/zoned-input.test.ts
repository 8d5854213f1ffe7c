import { describe, expect, it } from 'vitest';
import { fromZonedInput, toZonedInput } from './zoned-input.ts';

describe('a date-time field in the zone of the company', () => {
  it('shows the wall clock of the zone', () => {
    expect(toZonedInput('2026-11-15T09:30:00.000Z', 'Asia/Riyadh')).toBe('2026-11-15T12:30');
    expect(toZonedInput('2026-11-15T21:30:00.000Z', 'Asia/Riyadh')).toBe('2026-11-16T00:30');
  });

  it('reads the wall clock of the zone', () => {
    expect(fromZonedInput('2026-11-15T12:30', 'Asia/Riyadh')).toBe('2026-11-15T09:30:00.000Z');
    expect(fromZonedInput('2026-11-15T00:00', 'America/Sao_Paulo')).toBe('2026-11-15T03:00:00.000Z');
  });

  it('comes back to the same time on both sides of summer time', () => {
    for (const value of ['2026-03-28T12:00', '2026-03-29T12:00', '2026-10-24T23:30', '2026-10-25T12:00']) {
      expect(toZonedInput(fromZonedInput(value, 'Europe/Berlin') as string, 'Europe/Berlin')).toBe(value);
    }
  });

  it('refuses what is not a time', () => {
    expect(fromZonedInput('', 'Asia/Riyadh')).toBeUndefined();
    expect(fromZonedInput('soon', 'Asia/Riyadh')).toBeUndefined();
  });
});
