// Reading and sending messages.

import type { Message, SendAnswer, SendMessageBody } from '@hudhud/contract/messages.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, type Page, post } from '../api.ts';
import { type ListFilters, listPages } from './list-pages.ts';

/** Statuses after which nothing more will happen to a message that went out. */
const finalStatuses: ReadonlySet<Message['status']> = new Set([
  'read',
  'played',
  'failed',
  'cancelled',
  'expired',
]);

export const messagesQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'list', filters],
    ...listPages<Message>('/messages', filters),
  });

export const latestMessagesQuery = (limit: number) =>
  queryOptions({
    queryKey: ['messages', 'latest', limit],
    queryFn: ({ signal }) => get<Page<Message>>('/messages', { query: { limit }, signal }),
  });

const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'one', id],
    queryFn: ({ signal }) => get<Message>(`/messages/${encodeURIComponent(id)}`, { signal }),
  });

/** The same message, asked for again and again until it has come to rest or nobody looks any more. */
export const watchedMessageQuery = (id: string) =>
  queryOptions({
    ...messageQuery(id),
    refetchInterval: (query) =>
      query.state.data && finalStatuses.has(query.state.data.status) ? false : 2_000,
  });

export const sendMessage = (body: SendMessageBody, idempotencyKey: string): Promise<SendAnswer> =>
  post<SendAnswer>('/messages/send', { body, headers: { 'Idempotency-Key': idempotencyKey } });
