// Reading and sending messages, and what can still be done about one.

import type { Message, SendAnswer, SendMessageBody } from '@hudhud/contract/messages.ts';
import type { MessageStatus } from '@hudhud/contract/states.ts';
import type { Timeline } from '@hudhud/contract/timeline.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, type Page, post } from '../api.ts';
import { type ListFilters, listPages } from './list-pages.ts';
import { mutation } from './mutation.ts';
import { requestKeys } from './request-keys.ts';

export const messageKeys = {
  all: ['messages'] as const,
  list: (filters: ListFilters) => [...messageKeys.all, 'list', filters] as const,
  one: (id: string) => [...messageKeys.all, 'one', id] as const,
  newest: () => [...messageKeys.all, 'newest'] as const,
  timeline: (id: string) => [...messageKeys.all, 'timeline', id] as const,
};

const watchMilliseconds = 1_000;

/** Statuses after which nothing more happens by itself. */
const restingStatuses: ReadonlySet<MessageStatus> = new Set([
  'read',
  'played',
  'failed',
  'cancelled',
  'expired',
  'received',
]);

const isAtRest = (status: MessageStatus): boolean => restingStatuses.has(status);

const pathOf = (id: string): string => `/messages/${encodeURIComponent(id)}`;

export const messagesQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: messageKeys.list(filters),
    ...listPages<Message>('/messages', filters),
  });

/** The newest few, for places that are not lists of their own. */
/** The newest message of a company that is not chosen yet; null: it has none. */
export const firstMessageQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...messageKeys.all, 'first', companyId],
    queryFn: async ({ signal }) => {
      const headers = { 'X-Company-ID': companyId };
      const page = await get<Page<Message>>('/messages', { query: { limit: 1 }, headers, signal });
      return page.data[0] ?? null;
    },
    refetchInterval: 2_000,
  });

export const newestMessagesQuery = (limit: number, filters: Record<string, string> = {}) =>
  queryOptions({
    queryKey: [...messageKeys.newest(), limit, filters],
    queryFn: ({ signal }) => get<Page<Message>>('/messages', { query: { ...filters, limit }, signal }),
  });

/** One message as it is now, for places that only name it. */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: messageKeys.one(id),
    queryFn: ({ signal }) => get<Message>(pathOf(id), { signal }),
    retry: false,
  });

/** One message, polled until it has come to rest or the page is closed. */
export const watchedMessageQuery = (id: string) =>
  queryOptions({
    queryKey: messageKeys.one(id),
    queryFn: ({ signal }) => get<Message>(pathOf(id), { signal }),
    refetchInterval: (query) =>
      query.state.data && isAtRest(query.state.data.status) ? false : watchMilliseconds,
  });

/** The story of a message; it is read again whenever the message itself has changed. */
export const timelineQuery = ({ id, updated_at, status }: Message) =>
  queryOptions({
    queryKey: [...messageKeys.timeline(id), updated_at, status],
    queryFn: ({ signal }) => get<Timeline>(`${pathOf(id)}/timeline`, { signal }),
    // The part read so far stays in sight until the rest is there.
    placeholderData: keepPreviousData,
    // The log of calls is written a little after the message: a story just read may lack its last line.
    refetchInterval: (query) => (query.state.dataUpdateCount < 2 ? watchMilliseconds : false),
  });

/** Answered as soon as it is stored: for places that show by themselves what becomes of it. */
export const sendMessage = mutation({
  mutationFn: ({ body, idempotencyKey }: { body: SendMessageBody; idempotencyKey: string }) =>
    post<SendAnswer>('/messages/send', {
      body,
      headers: { 'Idempotency-Key': idempotencyKey, Prefer: 'respond-async' },
    }),
  changes: [messageKeys.all, requestKeys.all],
});

export const cancelMessage = mutation({
  mutationFn: (id: string) => post<Message>(`${pathOf(id)}/cancel`),
  changes: [messageKeys.all],
});

export const retryMessage = mutation({
  mutationFn: (id: string) => post<Message>(`${pathOf(id)}/retry`),
  changes: [messageKeys.all],
});
