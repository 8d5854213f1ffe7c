// The calls that we made, to providers and to the company's webhooks: what Webhook Logs shows.

import type { CallDetail, CallSummary } from '@hudhud/contract/calls.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get } from '../api.ts';
import { type ListFilters, listPages } from './list-pages.ts';

export const callKeys = {
  all: ['calls'] as const,
  list: (filters: ListFilters) => [...callKeys.all, 'list', filters] as const,
  one: (id: string) => [...callKeys.all, 'one', id] as const,
};

export const callsQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: callKeys.list(filters),
    ...listPages<CallSummary>('/calls', filters),
  });

export const callQuery = (id: string) =>
  queryOptions({
    queryKey: callKeys.one(id),
    queryFn: ({ signal }) => get<CallDetail>(`/calls/${encodeURIComponent(id)}`, { signal }),
  });
