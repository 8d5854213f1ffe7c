// The company's senders, and the providers they can be connected to.

import type {
  ChangeSenderBody,
  NewSenderBody,
  Provider,
  Sender,
  SenderTest,
} from '@hudhud/contract/senders.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { get, type Page, patch, post, remove } from '../api.ts';

const pathOf = (id: string): string => `/senders/${encodeURIComponent(id)}`;

/** A company has a handful; nobody pages through them. */
const sendersMax = 200;

export const sendersQuery = queryOptions({
  queryKey: ['senders', 'list'],
  queryFn: async ({ signal }) =>
    (await get<Page<Sender>>('/senders', { query: { limit: sendersMax }, signal })).data,
});

export const senderQuery = (id: string) =>
  queryOptions({
    queryKey: ['senders', 'one', id],
    queryFn: ({ signal }) => get<Sender>(pathOf(id), { signal }),
    // A callback or a failure shows up without asking.
    refetchInterval: 5_000,
  });

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async ({ signal }) => (await get<{ data: Provider[] }>('/providers', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether what this sender carries can be seen on the phone page. */
export function useIsSimulated(senderId: string | null): boolean {
  const { data } = useQuery(sendersQuery);
  return data?.some((sender) => sender.id === senderId && sender.is_simulated) ?? false;
}

export const createSender = (body: NewSenderBody): Promise<Sender> => post<Sender>('/senders', { body });

export const changeSender = (id: string, body: ChangeSenderBody): Promise<Sender> =>
  patch<Sender>(pathOf(id), { body });

export const deleteSender = (id: string): Promise<unknown> => remove(pathOf(id));

export const testSender = (id: string): Promise<SenderTest> => post<SenderTest>(`${pathOf(id)}/test`);
