// What an event of the live stream does to the chats on screen. Pure, so that the order of things can be tried out.

import type { Chat, ChatMessage, ChatSummary } from '../../queries/simulator.ts';

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
