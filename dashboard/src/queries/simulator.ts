// The simulator's side of the phone page: what the people's phones show, and writing as one of them. Its control API is
// not part of the contract, so the few shapes it has are declared here.

import { queryOptions } from '@tanstack/react-query';
import { follow, get, getFile, post, type StreamOptions } from '../api.ts';

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
  /** The type's own part of the message, in WhatsApp's words. */
  readonly content?: unknown;
  /** The message that this one answers. */
  readonly context_id?: string | null;
  readonly files?: readonly ChatFile[];
  readonly rendered?: {
    readonly header: string | null;
    readonly body: string;
    readonly footer: string | null;
    readonly buttons: readonly Readonly<Record<string, unknown>>[];
  };
  readonly is_edited?: true;
  readonly is_deleted?: true;
}

export interface ChatFile {
  readonly id: string;
  readonly mime_type: string;
  readonly bytes: number;
  readonly filename: string | null;
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
  // Not below `all`: bytes do not change, and everything below it is read again when the stream comes back.
  files: () => ['simulator-files'] as const,
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

/** What a person sends: the type, and its part under the name of the type. */
export interface PersonMessage {
  readonly type: string;
  readonly context_id?: string;
  readonly [part: string]: unknown;
}

export const writeAsPerson = (account: string, from: string, message: PersonMessage): Promise<unknown> =>
  post(`/numbers/${account}/inbound`, { root, body: { from, ...message } });

/** The bytes of a file of a chat: asked for here, because a picture's own request cannot name the company. */
export const chatFileQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: [...simulatorKeys.files(), account, id],
    queryFn: async ({ signal }) =>
      (await getFile(`/numbers/${account}/media/${id}`, { root, signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const followChats = (account: string, options: Omit<StreamOptions, 'root' | 'query'>): Promise<void> =>
  follow('/conversations/stream', { ...options, root, query: { phone_number_id: account } });
