// The requests the company's systems made: what the Event Monitor shows, and running a failed one again.

import type {
  RefusedCredentials,
  RequestDetail,
  RequestSummary,
  RetryAnswer,
} from '@hudhud/contract/requests.ts';
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

export const wrongTokensQuery = queryOptions({
  queryKey: requestKeys.wrongTokens,
  queryFn: ({ signal }) => get<RefusedCredentials>('/requests/refused-credentials', { signal }),
  refetchInterval: 10_000,
});

/** The sends from which the page computes how fast sends are answered. */
export const latestSendsQuery = queryOptions({
  queryKey: [...requestKeys.all, 'latest-sends'],
  queryFn: ({ signal }) =>
    get<Page<RequestSummary>>('/requests', {
      query: { limit: 50, outcome: 'accepted', method: 'POST', path: '/api/v1/messages/send' },
      signal,
    }),
  refetchInterval: 30_000,
});

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: requestKeys.one(id),
    queryFn: ({ signal }) => get<RequestDetail>(`/requests/${encodeURIComponent(id)}`, { signal }),
  });

/** The API in its own description: some hundred kilobytes, asked for when a body is edited. */
export const apiDescriptionQuery = queryOptions({
  queryKey: ['api-description'],
  queryFn: ({ signal }) => get<unknown>('/openapi.json', { root: 'site', signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const sendEditedRequest = mutation({
  mutationFn: ({ id, body }: { id: string; body: string }) =>
    post<RetryAnswer>(`/requests/${encodeURIComponent(id)}/send-edited`, { body: { body } }),
  changes: [requestKeys.all, messageKeys.all],
});

export const retryRequest = mutation({
  mutationFn: (id: string) => post<RetryAnswer>(`/requests/${encodeURIComponent(id)}/retry`),
  changes: [requestKeys.all, messageKeys.all],
});
