// The requests the company's systems made: what the Event Monitor shows, and running a failed one again.

import type { RequestDetail, RequestSummary, RetryAnswer } from '@hudhud/contract/requests.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, type Page, post } from '../api.ts';
import { type ListFilters, listPages } from './list-pages.ts';
import { messageKeys } from './messages.ts';
import { mutation } from './mutation.ts';
import { requestKeys } from './request-keys.ts';

export const requestsQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: requestKeys.list(filters),
    ...listPages<RequestSummary>('/requests', filters),
  });

export const latestFailuresQuery = (limit: number) =>
  queryOptions({
    queryKey: requestKeys.latestFailures(limit),
    queryFn: ({ signal }) =>
      get<Page<RequestSummary>>('/requests', { query: { limit, outcome: 'failed' }, signal }),
  });

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: requestKeys.one(id),
    queryFn: ({ signal }) => get<RequestDetail>(`/requests/${encodeURIComponent(id)}`, { signal }),
  });

export const retryRequest = mutation({
  mutationFn: (id: string) => post<RetryAnswer>(`/requests/${encodeURIComponent(id)}/retry`),
  changes: [requestKeys.all, messageKeys.all],
});
