// Lists that get their new rows over a stream of server-sent events.

import { follow, type StreamOptions } from '../api.ts';
import type { ListFilters } from './list-pages.ts';

export type LiveListPath = '/requests/stream' | '/calls/stream';

interface FollowOptions extends Pick<StreamOptions, 'signal' | 'onOpen' | 'onEvent' | 'onId'> {
  /** Where the stream before this one ended; null: from now on. */
  readonly lastId: string | null;
}

/** Resolves when the stream has ended, as it does every minute. */
export const followList = (
  path: LiveListPath,
  filters: ListFilters,
  { lastId, ...options }: FollowOptions,
): Promise<void> =>
  follow(path, {
    ...options,
    query: filters,
    ...(lastId === null ? {} : { headers: { 'Last-Event-ID': lastId } }),
  });
