// The company's senders, and the providers they can be connected to.

import type {
  ChangeSenderBody,
  Heard,
  NewSenderBody,
  Provider,
  Sender,
  SenderTest,
} from '@hudhud/contract/senders.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { get, type Page, patch, post, remove } from '../api.ts';
import { mutation } from './mutation.ts';

const senderKeys = {
  all: ['senders'] as const,
  list: () => [...senderKeys.all, 'list'] as const,
  one: (id: string) => [...senderKeys.all, 'one', id] as const,
  providers: ['providers'] as const,
};

const pathOf = (id: string): string => `/senders/${encodeURIComponent(id)}`;

/** A company has a handful, so they need no paging. */
const sendersMax = 200;

export const sendersQuery = queryOptions({
  queryKey: senderKeys.list(),
  queryFn: async ({ signal }) =>
    (await get<Page<Sender>>('/senders', { query: { limit: sendersMax }, signal })).data,
});

export const senderQuery = (id: string) =>
  queryOptions({
    queryKey: senderKeys.one(id),
    queryFn: ({ signal }) => get<Sender>(pathOf(id), { signal }),
    // A callback or a failure shows up without asking.
    refetchInterval: 5_000,
  });

export const providersQuery = queryOptions({
  queryKey: senderKeys.providers,
  queryFn: async ({ signal }) => (await get<{ data: Provider[] }>('/providers', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The names of providers for people: "WhatsApp Cloud API" for meta_cloud. */
export function useProviderName(): (provider: string) => string {
  const { data = [] } = useQuery(providersQuery);
  return (provider) => data.find(({ name }) => name === provider)?.title ?? provider;
}

/** Whether what this sender carries can be seen on the phone page. */
export function useIsSimulated(senderId: string | null): boolean {
  const { data } = useQuery(sendersQuery);
  return data?.some((sender) => sender.id === senderId && sender.is_simulated) ?? false;
}

export const createSender = mutation({
  mutationFn: (body: NewSenderBody) => post<Sender>('/senders', { body }),
  changes: [senderKeys.all],
});

export const changeSender = mutation({
  mutationFn: ({ id, body }: { id: string; body: ChangeSenderBody }) => patch<Sender>(pathOf(id), { body }),
  changes: [senderKeys.all],
  answers: ({ id }) => senderKeys.one(id),
});

export const deleteSender = mutation({
  mutationFn: (id: string) => remove(pathOf(id)),
  changes: [senderKeys.list()],
  removes: senderKeys.one,
});

/** Whether a message has come in since a test; asked until one has. */
export const receivedMessageQuery = (id: string, since: string) =>
  queryOptions({
    queryKey: [...senderKeys.one(id), 'received', since] as const,
    queryFn: ({ signal }) => get<Heard>(`${pathOf(id)}/heard`, { query: { since }, signal }),
    refetchInterval: ({ state }) => (state.data?.message_id ? false : 2_000),
  });

export const testSender = mutation({
  mutationFn: (id: string) => post<SenderTest>(`${pathOf(id)}/test`),
  changes: [senderKeys.all],
});
