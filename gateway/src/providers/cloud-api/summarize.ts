// The text of an inbound message, or one readable line for another content.

import { summarizePlace } from '../read-parts.ts';
import type { Fields } from '../read-values.ts';
import { asFields, asText } from './graph-error.ts';

const withCaption = (label: string, part: Fields | null): string => {
  const caption = asText(part?.caption);
  return caption ? `[${label}] ${caption}` : `[${label}]`;
};

const summarizeContacts = (contacts: unknown): string => {
  const names = (Array.isArray(contacts) ? contacts : []).map((contact) =>
    asText(asFields(asFields(contact)?.name)?.formatted_name),
  );
  return `[contacts] ${names.filter(Boolean).join(', ')}`.trim();
};

const summarizeInteractive = (interactive: Fields | null): string => {
  const reply = asFields(interactive?.button_reply) ?? asFields(interactive?.list_reply);
  if (reply) return asText(reply.title) ?? '';
  const form = asFields(interactive?.nfm_reply);
  if (form) return `[form] ${asText(form.response_json) ?? ''}`.trim();
  return `[${asText(interactive?.type) ?? 'interactive'}]`;
};

type Summarizer = (message: Fields) => string;

const summarizers: ReadonlyMap<string, Summarizer> = new Map(
  Object.entries<Summarizer>({
    text: (message) => asText(asFields(message.text)?.body) ?? '',
    image: (message) => withCaption('image', asFields(message.image)),
    video: (message) => withCaption('video', asFields(message.video)),
    audio: (message) => (asFields(message.audio)?.voice === true ? '[voice message]' : '[audio]'),
    document: (message) => {
      const document = asFields(message.document);
      const name = asText(document?.filename);
      return withCaption(name ? `document ${name}` : 'document', document);
    },
    sticker: () => '[sticker]',
    location: (message) => summarizePlace(asFields(message.location)),
    contacts: (message) => summarizeContacts(message.contacts),
    reaction: (message) => asText(asFields(message.reaction)?.emoji) || '[reaction removed]',
    button: (message) => asText(asFields(message.button)?.text) ?? '',
    interactive: (message) => summarizeInteractive(asFields(message.interactive)),
    order: (message) => {
      const items = asFields(message.order)?.product_items;
      return `[order] ${Array.isArray(items) ? items.length : 0} products`;
    },
    system: (message) => asText(asFields(message.system)?.body) ?? '[system]',
    revoke: () => '[message deleted]',
    request_welcome: () => '[request_welcome]',
  }),
);

/** An edit holds the new message; an edit inside an edit is not looked into, however deep they are nested. */
const summarizeEdit = (message: Fields): string => {
  const edited = asFields(asFields(message.edit)?.message);
  const type = asText(edited?.type);
  return (edited && type && summarizers.get(type)?.(edited)) || '[edit]';
};

/** Whether messages of this type are read; the content of any other is kept as it came. */
export const isKnownType = (type: string): boolean => type === 'edit' || summarizers.has(type);

export const summarize = (message: Fields): string => {
  const type = asText(message.type) ?? 'unknown';
  return type === 'edit' ? summarizeEdit(message) : (summarizers.get(type)?.(message) ?? `[${type}]`);
};
