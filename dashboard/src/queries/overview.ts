// How everything is doing at this moment, and how many messages there were.

import type { Overview } from '@hudhud/contract/overview.ts';
import type { Statistics, StatisticsPeriod } from '@hudhud/contract/statistics.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from '../api.ts';
import { dayMilliseconds } from './time-range.ts';

const nowMilliseconds = 5_000;
const countsMilliseconds = 30_000;

const overviewKeys = {
  now: ['overview'] as const,
  counts: (by: StatisticsPeriod) => ['statistics', by] as const,
};

export const overviewQuery = queryOptions({
  queryKey: overviewKeys.now,
  queryFn: ({ signal }) => get<Overview>('/overview', { signal }),
  refetchInterval: nowMilliseconds,
});

/** The days and hours shown are full ones of the company's own clock, so the gateway rounds the beginning. */
const spanMilliseconds: Readonly<Record<StatisticsPeriod, number>> = {
  day: 13 * dayMilliseconds,
  hour: 23 * 3_600_000,
};

export const messageCountsQuery = (by: StatisticsPeriod) =>
  queryOptions({
    queryKey: overviewKeys.counts(by),
    queryFn: ({ signal }) =>
      get<Statistics>('/statistics', {
        query: { by, group: 'status', since: new Date(Date.now() - spanMilliseconds[by]).toISOString() },
        signal,
      }),
    refetchInterval: countsMilliseconds,
    placeholderData: keepPreviousData,
  });
