import { describe, expect, it } from 'vitest';
import { parseTimeRange, resolveTimeRange } from './time-range.ts';

const now = new Date('2026-11-15T09:30:00.000Z');

describe('resolveTimeRange', () => {
  it('counts a relative span back from now', () => {
    expect(resolveTimeRange({ time: '1h' }, now)).toEqual({ since: '2026-11-15T08:30:00.000Z' });
    expect(resolveTimeRange({ time: '7d' }, now)).toEqual({ since: '2026-11-08T09:30:00.000Z' });
  });

  it('passes fixed ends on, and none when there are none', () => {
    expect(resolveTimeRange({ until: '2026-11-01T00:00:00.000Z' }, now)).toEqual({
      until: '2026-11-01T00:00:00.000Z',
    });
    expect(resolveTimeRange({}, now)).toEqual({});
  });
});

describe('parseTimeRange', () => {
  it('reads back what it wrote', () => {
    for (const range of [{ time: '24h' }, { since: '2026-11-01T00:00:00.000Z' }, {}] as const) {
      expect(parseTimeRange(range)).toEqual(range);
    }
  });

  it('leaves out what is not a time', () => {
    expect(parseTimeRange({ time: '3 weeks', since: 'yesterday', until: 7 })).toEqual({});
  });

  it('takes an offset and gives UTC', () => {
    expect(parseTimeRange({ since: '2026-11-15T12:30:00+03:00' })).toEqual({
      since: '2026-11-15T09:30:00.000Z',
    });
  });
});
