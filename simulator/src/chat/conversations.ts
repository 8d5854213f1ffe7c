// The screen of a person's phone: the messages of each conversation, in and out, with their ticks and reactions, and a
// live feed of changes for a screen. Bounded: the oldest conversation goes when there are too many messages.

import type { RenderedTemplate } from '../message/render-template.ts';

export type TickStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'played' | 'failed' | 'received';

export interface ChatMessage {
  id: string;
  /** As the business sees it: `out` was sent to the person, `in` came from the person. */
  direction: 'in' | 'out';
  type: string;
  /** The type's own part of the message, as it went over the wire. */
  content: unknown;
  text: string;
  at: number;
  status: TickStatus;
  errorCode: number | null;
  contextId: string | null;
  reactions: { by: 'business' | 'person'; emoji: string }[];
  /** The person edited or deleted their own message afterwards; left out otherwise. */
  isEdited?: true;
  isDeleted?: true;
  /** A template as its reader sees it. */
  rendered?: RenderedTemplate;
}

export interface Conversation {
  phoneNumberId: string;
  waId: string;
  messages: ChatMessage[];
}

export type ChatEvent = { phoneNumberId: string; waId: string } & (
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'changed'; message: ChatMessage }
  | { kind: 'typing' }
);

export type Alteration =
  | { kind: 'edit'; type: string; content: unknown; text: string }
  | { kind: 'deletion' };

export interface Conversations {
  add(phoneNumberId: string, waId: string, message: ChatMessage): void;
  setStatus(
    phoneNumberId: string,
    waId: string,
    message: ChatMessage,
    status: TickStatus,
    errorCode: number | null,
  ): void;
  react(phoneNumberId: string, waId: string, id: string, by: 'business' | 'person', emoji: string): void;
  /** The person changes their own message, or takes it back: then its content is gone from the phone, too. */
  alter(phoneNumberId: string, waId: string, id: string, alteration: Alteration): void;
  /** Everything the person wrote up to this message has been seen by the business. */
  markRead(phoneNumberId: string, waId: string, id: string): void;
  typing(phoneNumberId: string, waId: string): void;
  find(phoneNumberId: string, waId: string): Conversation | undefined;
  findMessage(phoneNumberId: string, waId: string, id: string): ChatMessage | undefined;
  list(phoneNumberId?: string): Conversation[];
  watch(listener: (event: ChatEvent) => void): () => void;
  clear(): void;
}

const messagesPerConversationMax = 200;
const ranks: Record<TickStatus, number> = {
  received: 0,
  accepted: 0,
  sent: 1,
  failed: 1.5,
  delivered: 2,
  read: 3,
  played: 4,
};

function unreadUntil(messages: readonly ChatMessage[], id: string): ChatMessage[] {
  const end = messages.findLastIndex((message) => message.id === id);
  return messages
    .slice(0, end + 1)
    .filter(({ direction, status }) => direction === 'in' && status !== 'read');
}

function applyAlteration(message: ChatMessage, alteration: Alteration): void {
  if (alteration.kind === 'deletion') {
    Object.assign(message, { content: null, text: '', reactions: [], isDeleted: true });
    return;
  }
  const { type, content, text } = alteration;
  Object.assign(message, { type, content, text, isEdited: true });
}

export function createConversations(messagesMax: number): Conversations {
  const conversations = new Map<string, Conversation>();
  const listeners = new Set<(event: ChatEvent) => void>();
  let total = 0;
  const keyOf = (phoneNumberId: string, waId: string) => `${phoneNumberId} ${waId}`;
  const find = (phoneNumberId: string, waId: string) => conversations.get(keyOf(phoneNumberId, waId));
  const findMessage = (phoneNumberId: string, waId: string, id: string) =>
    find(phoneNumberId, waId)?.messages.findLast((message) => message.id === id);

  function notify(event: ChatEvent): void {
    for (const listener of listeners) listener(event);
  }

  // A tenth at once: finding the first key of a map walks over all that were deleted since it last grew.
  function makeRoom(): void {
    for (const [key, oldest] of conversations) {
      if (total <= messagesMax * 0.9 || conversations.size === 1) break;
      conversations.delete(key);
      total -= oldest.messages.length;
    }
  }

  return {
    add(phoneNumberId, waId, message) {
      const key = keyOf(phoneNumberId, waId);
      const conversation = conversations.get(key) ?? { phoneNumberId, waId, messages: [] };
      conversations.set(key, conversation);
      conversation.messages.push(message);
      total += 1;
      if (conversation.messages.length > messagesPerConversationMax) {
        conversation.messages.shift();
        total -= 1;
      }
      if (total > messagesMax) makeRoom();
      notify({ kind: 'message', phoneNumberId, waId, message });
    },
    setStatus(phoneNumberId, waId, message, status, errorCode) {
      // The ticks of a phone never go back, even if webhooks come in another order.
      if (ranks[status] <= ranks[message.status]) return;
      message.status = status;
      message.errorCode = errorCode;
      notify({ kind: 'changed', phoneNumberId, waId, message });
    },
    react(phoneNumberId, waId, id, by, emoji) {
      const message = findMessage(phoneNumberId, waId, id);
      if (!message) return;
      const others = message.reactions.filter((reaction) => reaction.by !== by);
      message.reactions = emoji === '' ? others : [...others, { by, emoji }];
      notify({ kind: 'changed', phoneNumberId, waId, message });
    },
    alter(phoneNumberId, waId, id, alteration) {
      const message = findMessage(phoneNumberId, waId, id);
      if (message?.direction !== 'in' || message.isDeleted) return;
      applyAlteration(message, alteration);
      notify({ kind: 'changed', phoneNumberId, waId, message });
    },
    markRead(phoneNumberId, waId, id) {
      for (const message of unreadUntil(find(phoneNumberId, waId)?.messages ?? [], id)) {
        message.status = 'read';
        notify({ kind: 'changed', phoneNumberId, waId, message });
      }
    },
    typing: (phoneNumberId, waId) => notify({ kind: 'typing', phoneNumberId, waId }),
    find,
    findMessage,
    list: (phoneNumberId) =>
      [...conversations.values()].filter(
        (conversation) => phoneNumberId === undefined || conversation.phoneNumberId === phoneNumberId,
      ),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear() {
      conversations.clear();
      total = 0;
    },
  };
}
