import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toOffsetTime } from './offset-time.ts';

const moment = new Date('2026-11-15T09:30:00.250Z');

describe('a moment', () => {
  test.each([
    ['Asia/Riyadh', '2026-11-15T12:30:00+03:00'],
    ['UTC', '2026-11-15T09:30:00+00:00'],
    ['Asia/Kolkata', '2026-11-15T15:00:00+05:30'],
    ['Asia/Kathmandu', '2026-11-15T15:15:00+05:45'],
    ['America/New_York', '2026-11-15T04:30:00-05:00'],
    ['America/St_Johns', '2026-11-15T06:00:00-03:30'],
    ['Pacific/Kiritimati', '2026-11-15T23:30:00+14:00'],
    ['Nowhere/At_All', '2026-11-15T09:30:00+00:00'],
  ])('in %s is written as %s', (timezone, expected) => {
    expect(toOffsetTime(moment, timezone)).toBe(expected);
  });

  test('keeps its milliseconds when asked to', () => {
    expect(toOffsetTime(moment, 'Asia/Riyadh', 'millisecond')).toBe('2026-11-15T12:30:00.250+03:00');
  });

  test('has the offset of its own side when the clocks change', () => {
    const change = Date.parse('2026-10-25T01:00:00Z');
    expect(toOffsetTime(new Date(change - 1_000), 'Europe/Berlin')).toBe('2026-10-25T02:59:59+02:00');
    expect(toOffsetTime(new Date(change), 'Europe/Berlin')).toBe('2026-10-25T02:00:00+01:00');
    expect(toOffsetTime(new Date(change - 1_000), 'Europe/Berlin')).toBe('2026-10-25T02:59:59+02:00');
  });

  test('is the same moment in every zone', () => {
    const zones = fc.constantFrom('Asia/Riyadh', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu');
    const times = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(times, zones, (at, timezone) => {
        expect(Date.parse(toOffsetTime(at, timezone, 'millisecond'))).toBe(at.getTime());
      }),
    );
  });
});
