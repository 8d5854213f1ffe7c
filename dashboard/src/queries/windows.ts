// The 24-hour window of a person at one sender.

import type { Window } from '@hudhud/contract/windows.ts';
import { queryOptions } from '@tanstack/react-query';
import { get } from '../api.ts';

/** A message that comes in opens it without a reload. */
const lookMilliseconds = 10_000;

export const windowQuery = (to: string, from?: string) =>
  queryOptions({
    queryKey: ['window', to, from ?? ''] as const,
    queryFn: ({ signal }) =>
      get<Window>('/window', { query: { to, ...(from !== undefined && { from }) }, signal }),
    refetchInterval: lookMilliseconds,
    retry: false,
  });
