// The requests the company's systems made: what the Event Monitor shows, and running a failed one again.

import type { RequestDetail, RequestSummary, RetryAnswer } from '@hudhud/contract/requests.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, type Page, post } from '../api.ts';
import { type ListFilters, listPages } from './list-pages.ts';

export const requestsQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'list', filters],
    ...listPages<RequestSummary>('/requests', filters),
  });

export const latestFailuresQuery = (limit: number) =>
  queryOptions({
    queryKey: ['requests', 'latest-failures', limit],
    queryFn: ({ signal }) =>
      get<Page<RequestSummary>>('/requests', { query: { limit, outcome: 'failed' }, signal }),
  });

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: ({ signal }) => get<RequestDetail>(`/requests/${encodeURIComponent(id)}`, { signal }),
  });

export const retryRequest = (id: string): Promise<RetryAnswer> =>
  post<RetryAnswer>(`/requests/${encodeURIComponent(id)}/retry`);
