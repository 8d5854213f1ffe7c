import type { Statistics } from '@hudhud/contract/statistics.ts';
import { describe, expect, it } from 'vitest';
import { toBars, toFunnel } from './count-messages.ts';

const statistics: Statistics = {
  since: '2026-11-13T00:00:00+03:00',
  until: '2026-11-16T00:00:00+03:00',
  by: 'day',
  timezone: 'Asia/Riyadh',
  total: 20,
  data: [
    { period: '2026-11-13T00:00:00+03:00', status: 'read', count: 4 },
    { period: '2026-11-13T00:00:00+03:00', status: 'played', count: 1 },
    { period: '2026-11-15T00:00:00+03:00', status: 'failed', count: 2 },
    { period: '2026-11-15T00:00:00+03:00', status: 'delivered', count: 3 },
    { period: '2026-11-15T00:00:00+03:00', status: 'queued', count: 5 },
    { period: '2026-11-15T00:00:00+03:00', status: 'sent', count: 1 },
    { period: '2026-11-15T00:00:00+03:00', status: 'received', count: 4 },
  ],
};

describe('the bars', () => {
  it("are one for each day of the company's own clock, also for a day without messages", () => {
    const bars = toBars(statistics);
    expect(bars.map(({ period }) => period)).toEqual([
      '2026-11-12T21:00:00.000Z',
      '2026-11-13T21:00:00.000Z',
      '2026-11-14T21:00:00.000Z',
    ]);
    expect(bars.map(({ read, failed, waiting, received }) => [read, failed, waiting, received])).toEqual([
      [5, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 2, 5, 4],
    ]);
  });

  it('are one for each hour, also where the clock is put forward', () => {
    const spring: Statistics = {
      ...statistics,
      by: 'hour',
      timezone: 'Europe/Berlin',
      since: '2026-03-29T00:00:00+01:00',
      until: '2026-03-29T05:00:00+02:00',
      data: [{ period: '2026-03-29T03:00:00+02:00', status: 'sent', count: 7 }],
    };
    expect(toBars(spring).map(({ sent }) => sent)).toEqual([0, 0, 7, 0]);
  });
});

describe('the funnel', () => {
  it('counts a message at every step it has passed, and leaves incoming ones out', () => {
    expect(toFunnel(statistics)).toEqual({ accepted: 16, sent: 9, delivered: 8, read: 5 });
  });
});
