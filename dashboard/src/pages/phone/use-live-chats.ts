// Keeps the chats on screen up to date from the simulator's live stream, and comes back by itself when it is cut.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { StreamEvent } from '../../event-stream.ts';
import { messageKeys } from '../../queries/messages.ts';
import {
  type Chat,
  type ChatMessage,
  type ChatSummary,
  followChats,
  simulatorKeys,
} from '../../queries/simulator.ts';

// What an event of the live stream does to the chats on screen. Pure, so that the order of things can be tried out.

/** A message is new, or is one that is already there with other ticks. */
export function withMessage(chat: Chat, message: ChatMessage): Chat {
  const isThere = chat.messages.some(({ id }) => id === message.id);
  return {
    ...chat,
    messages: isThere
      ? chat.messages.map((known) => (known.id === message.id ? message : known))
      : [...chat.messages, message],
  };
}

/** The chat with the newest message comes first. A person who never wrote has no name yet: their number has to do. */
export function withNewest(chats: readonly ChatSummary[], waId: string, message: ChatMessage): ChatSummary[] {
  const known = chats.find((chat) => chat.wa_id === waId);
  if (known && known.newest.id !== message.id && known.newest.at > message.at) return [...chats];
  const chat = { ...(known ?? { wa_id: waId, name: `+${waId}` }), newest: message };
  return [chat, ...chats.filter((other) => other.wa_id !== waId)].toSorted(
    (one, other) => other.newest.at - one.newest.at,
  );
}

const retryMilliseconds = 1_500;
const typingMilliseconds = 3_000;

interface ChatEvent {
  readonly wa_id: string;
  readonly message?: ChatMessage;
}

interface LiveChats {
  readonly isLive: boolean;
  /** The person to whom the company is writing just now. */
  readonly typingTo: string | null;
}

export function useLiveChats(account: string): LiveChats {
  const [isLive, setIsLive] = useState(false);
  const [typingTo, setTypingTo] = useState<string | null>(null);
  const apply = useChatCache(account);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (typingTo === null) return;
    const timer = window.setTimeout(() => setTypingTo(null), typingMilliseconds);
    return () => window.clearTimeout(timer);
  }, [typingTo]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream belongs to the number, not to a render
  useEffect(() => {
    const leaving = new AbortController();
    const onOpen = () => {
      setIsLive(true);
      // Events from the time when the stream was closed are read once; from here on the stream brings them.
      void queryClient.invalidateQueries({ queryKey: simulatorKeys.all });
    };
    const onEvent = (event: StreamEvent) => {
      const data = JSON.parse(event.data) as ChatEvent;
      setTypingTo(event.name === 'typing' ? data.wa_id : null);
      if (data.message) apply(data.wa_id, data.message);
    };
    void keepFollowing(account, leaving.signal, onOpen, onEvent, () => setIsLive(false));
    return () => leaving.abort();
  }, [account]);
  return { isLive, typingTo };
}

async function keepFollowing(
  account: string,
  signal: AbortSignal,
  onOpen: () => void,
  onEvent: (event: StreamEvent) => void,
  onCut: () => void,
): Promise<void> {
  while (!signal.aborted) {
    // The reaction to every kind of failure is the same: try again. The queries beside it show what is wrong.
    await followChats(account, { signal, onOpen, onEvent }).catch(() => undefined);
    if (signal.aborted) return;
    onCut();
    await new Promise((resolve) => window.setTimeout(resolve, retryMilliseconds));
  }
}

function useChatCache(account: string) {
  const queryClient = useQueryClient();
  return (waId: string, message: ChatMessage) => {
    const chats = queryClient.getQueryData<ChatSummary[]>(simulatorKeys.chats(account));
    queryClient.setQueryData<Chat>(
      simulatorKeys.chat(account, waId),
      (chat) => chat && withMessage(chat, message),
    );
    queryClient.setQueryData<ChatSummary[]>(
      simulatorKeys.chats(account),
      (known) => known && withNewest(known, waId, message),
    );
    // Only the list knows the names that the simulator gives to people.
    if (!chats?.some((chat) => chat.wa_id === waId)) {
      void queryClient.invalidateQueries({ queryKey: simulatorKeys.chats(account) });
    }
    void queryClient.invalidateQueries({ queryKey: messageKeys.newest() });
  };
}
