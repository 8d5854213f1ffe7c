// The simulator's side of the phone page: what the people's phones show, and writing as one of them. Its control API is
// not part of the contract, so the few shapes it has are told here.

import { queryOptions } from '@tanstack/react-query';
import { follow, get, post, type StreamOptions } from '../api.ts';

export type TickStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'played' | 'failed' | 'received';

export interface ChatMessage {
  readonly id: string;
  /** As the company sees it: `out` went to the person, `in` came from the person. */
  readonly direction: 'in' | 'out';
  readonly type: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly status: TickStatus;
  readonly error_code: number | null;
  readonly reactions: readonly { readonly by: string; readonly emoji: string }[];
}

export interface Chat {
  readonly person: { readonly wa_id: string; readonly name: string };
  readonly messages: readonly ChatMessage[];
}

export interface ChatSummary {
  readonly wa_id: string;
  readonly name: string;
  readonly newest: ChatMessage;
}

export interface MagicNumber {
  readonly number: string;
  readonly name: string;
  readonly happens: string;
}

const root = 'simulator';

export const simulatorKeys = {
  all: ['simulator'] as const,
  chats: (account: string) => [...simulatorKeys.all, 'chats', account] as const,
  chat: (account: string, waId: string) => [...simulatorKeys.all, 'chat', account, waId] as const,
  magicNumbers: () => [...simulatorKeys.all, 'magic-numbers'] as const,
};

export const chatsQuery = (account: string) =>
  queryOptions({
    queryKey: simulatorKeys.chats(account),
    queryFn: async ({ signal }) => {
      const query = { phone_number_id: account };
      return (await get<{ data: ChatSummary[] }>('/conversations', { root, query, signal })).data;
    },
  });

export const chatQuery = (account: string, waId: string) =>
  queryOptions({
    queryKey: simulatorKeys.chat(account, waId),
    queryFn: ({ signal }) => get<Chat>(`/conversations/${account}/${waId}`, { root, signal }),
  });

export const magicNumbersQuery = queryOptions({
  queryKey: simulatorKeys.magicNumbers(),
  queryFn: async ({ signal }) =>
    (await get<{ data: MagicNumber[] }>('/magic-numbers', { root, signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

export const writeAsPerson = (account: string, from: string, text: string): Promise<unknown> =>
  post(`/numbers/${account}/inbound`, { root, body: { from, type: 'text', text } });

export const followChats = (account: string, options: Omit<StreamOptions, 'root' | 'query'>): Promise<void> =>
  follow('/conversations/stream', { ...options, root, query: { phone_number_id: account } });
