// The messages of one person in the order of the chat: a reaction stands on the message that it is about, and an answer knows
// what it quotes.

import type { Message } from '@hudhud/contract/messages.ts';
import { asObject, asText, type Loose } from './read-loose.ts';

export interface ThreadEntry {
  readonly message: Message;
  /** The emojis on it, of both sides. */
  readonly reactions: string;
  readonly quoted?: Message | undefined;
}

/** `messages`: oldest first. A reaction whose message is not among them stays a message of its own. */
export function threadOf(messages: readonly Message[]): readonly ThreadEntry[] {
  const byReference = new Map<string, Message>();
  for (const message of messages) {
    byReference.set(message.id, message);
    if (message.provider_message_id) byReference.set(message.provider_message_id, message);
  }
  const find = (references: readonly string[]): Message | undefined =>
    references.map((one) => byReference.get(one)).find((found) => found !== undefined);
  const emojis = new Map<string, Map<string, string>>();
  const shown = messages.filter((message) => {
    const target = message.type === 'reaction' ? find(referencesOf(message)) : undefined;
    if (!target) return true;
    const ofTarget = emojis.get(target.id) ?? new Map<string, string>();
    // Each side has one reaction; a newer one replaces it, and an empty one takes it back.
    emojis.set(target.id, ofTarget.set(message.direction, emojiOf(message)));
    return false;
  });
  return shown.map((message) => ({
    message,
    reactions: [...(emojis.get(message.id)?.values() ?? [])].join(''),
    quoted: message.type === 'reaction' ? undefined : find(referencesOf(message)),
  }));
}

/** The content of a message and the provider's other details. */
const contentOf = (message: Message): Loose => ({
  ...asObject((message as Loose).details),
  ...asObject(message.content),
});

const emojiOf = (message: Message): string => asText(asObject(contentOf(message).reaction)?.emoji) ?? '';

/** The messages it refers to, by our id or the provider's, wherever this message names them. */
function referencesOf(message: Message): readonly string[] {
  const content = contentOf(message);
  const refersTo = asObject(content.refers_to) ?? {};
  return [
    asObject(content.reaction)?.message_id,
    refersTo.message_id,
    refersTo.provider_message_id,
    content.reply_to,
    (message as Loose).reply_to,
  ].flatMap((reference) => asText(reference) ?? []);
}
