import { describe, expect, it } from 'vitest';
import { fillGaps, type Moment, usualPeriod } from './moments.ts';

const moment = (at: string, sent: number): Moment => ({
  at,
  sent,
  delivered: 0,
  read: 0,
  failed: 0,
  replied: 0,
});

describe('what happened over time', () => {
  it('has a bar for every minute in between', () => {
    const filled = fillGaps(
      [moment('2026-11-15T09:00:00.000Z', 2), moment('2026-11-15T09:03:00.000Z', 1)],
      'minute',
    );
    expect(filled.map(({ sent }) => sent)).toEqual([2, 0, 0, 1]);
    expect(filled[1]?.at).toBe('2026-11-15T09:01:00.000Z');
  });

  it('shows the latest when there are too many to tell apart', () => {
    const filled = fillGaps(
      [moment('2026-11-10T09:00:00.000Z', 2), moment('2026-11-15T09:00:00.000Z', 1)],
      'hour',
    );
    expect(filled).toHaveLength(96);
    expect(filled.at(-1)?.sent).toBe(1);
  });

  it('is nothing when nothing happened', () => {
    expect(fillGaps([], 'minute')).toEqual([]);
  });

  it('is shown by the hour once a campaign takes long', () => {
    const started_at = '2026-11-15T09:00:00.000Z';
    expect(usualPeriod({ started_at, finished_at: null }, new Date('2026-11-15T10:00:00.000Z'))).toBe(
      'minute',
    );
    expect(usualPeriod({ started_at, finished_at: null }, new Date('2026-11-15T15:00:00.000Z'))).toBe('hour');
    expect(
      usualPeriod(
        { started_at, finished_at: '2026-11-15T09:05:00.000Z' },
        new Date('2026-11-16T09:00:00.000Z'),
      ),
    ).toBe('minute');
  });
});
