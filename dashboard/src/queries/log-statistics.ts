// A log at a glance: how much happened, how much failed and why. Asked with the filters of its list.

import type { ExportFormat, LogStatistics } from '@hudhud/contract/log-statistics.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, getFile } from '../api.ts';
import type { ListFilters } from './list-pages.ts';
import { resolveTimeRange } from './time-range.ts';

export type LogPath = '/requests' | '/calls' | '/deliveries' | '/messages';

const refreshMilliseconds = 10_000;

const boundsOf = ({ time, since, until, ...rest }: ListFilters) => ({
  ...rest,
  ...resolveTimeRange({ time, since, until }, new Date()),
});

/** `isMoving`: new rows come in, so it is counted again. */
export const logStatisticsQuery = (path: LogPath, filters: ListFilters, isMoving: boolean) =>
  queryOptions({
    queryKey: ['log-statistics', path, filters] as const,
    queryFn: ({ signal }) => get<LogStatistics>(`${path}/statistics`, { query: boundsOf(filters), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isMoving ? refreshMilliseconds : false,
  });

export const exportLog = (path: LogPath, filters: ListFilters, format: ExportFormat): Promise<Response> =>
  getFile(`${path}/export`, { query: { ...boundsOf(filters), format } });
