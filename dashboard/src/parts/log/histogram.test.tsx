import type { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import { describe, expect, it } from 'vitest';
import { stretchBetween, toRange } from './histogram.tsx';

const at = (minute: number) => `2026-11-15T09:${String(minute).padStart(2, '0')}:00.000Z`;
const statistics = {
  since: '2026-11-15T09:00:30.000Z',
  until: '2026-11-15T09:03:30.000Z',
  bucket_seconds: 60,
  buckets: [0, 1, 2, 3].map((minute) => ({ starts_at: at(minute), count: 0, failed: 0, p95_ms: null })),
} as unknown as LogStatistics;

describe('the time of some bars', () => {
  it('goes from the beginning of the first to the end of the last, whichever way they were dragged over', () => {
    expect(toRange(statistics, stretchBetween(2, 1))).toEqual({ since: at(1), until: at(3) });
  });

  it('does not leave the time that was counted', () => {
    expect(toRange(statistics, stretchBetween(0, 3))).toEqual({
      since: statistics.since,
      until: statistics.until,
    });
  });
});
