// How every list is read: newest first, a page at a time, older pages by the cursor of the page before. A relative
// time such as "last hour" is fixed when the first page is read, so that the pages of one list fit together.

import { get, type Page } from '../api.ts';
import { resolveTimeRange, type TimeRange } from './time-range.ts';

export type ListFilters = TimeRange & Readonly<Record<string, string | undefined>>;

interface Position {
  readonly cursor?: string;
  readonly since?: string;
  readonly until?: string;
}

interface ListPage<Item> extends Page<Item> {
  readonly since?: string;
  readonly until?: string;
}

const rowsPerPage = 50;

export function listPages<Item>(path: string, filters: ListFilters) {
  const { time, since, until, ...rest } = filters;
  const range: TimeRange = { time, since, until };
  return {
    queryFn: async (context: { pageParam: Position; signal: AbortSignal }): Promise<ListPage<Item>> => {
      const { cursor, ...fixed } = context.pageParam;
      const bounds = cursor === undefined ? resolveTimeRange(range, new Date()) : fixed;
      const query = { ...rest, ...bounds, cursor, limit: rowsPerPage };
      return { ...(await get<Page<Item>>(path, { query, signal: context.signal })), ...bounds };
    },
    initialPageParam: {} as Position,
    getNextPageParam: (last: ListPage<Item>): Position | null => {
      if (last.next_cursor === null) return null;
      const { since: fixedSince, until: fixedUntil } = last;
      return {
        cursor: last.next_cursor,
        ...(fixedSince === undefined ? {} : { since: fixedSince }),
        ...(fixedUntil === undefined ? {} : { until: fixedUntil }),
      };
    },
  };
}

const refreshMilliseconds = 5_000;

/** Looks for new rows while only the newest page is on screen; reading again all older pages would cost too much. */
export const refreshWhileNewest = (data: { pages: unknown[] } | undefined): number | false =>
  (data?.pages.length ?? 0) <= 1 && refreshMilliseconds;
