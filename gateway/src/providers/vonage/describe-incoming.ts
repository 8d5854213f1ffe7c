// Describes an inbound message of Vonage in the contract's fields, and makes its readable line.

import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import type { IncomingFile } from '../media-part.ts';
import { adOf, readPlace, readProductItems, summarizePlace } from '../read-parts.ts';
import { type Fields, isShallow, listOf, present } from '../read-values.ts';

const fileTypes = new Set(['image', 'audio', 'video', 'file', 'sticker']);

/** Our words for Vonage's types; any other is given as it is. */
const types: Readonly<Record<string, string>> = {
  file: 'document',
  reply: 'interactive',
  contact: 'contacts',
};

const typeOf = (message: Fields): string => asText(message.message_type) ?? 'unknown';

export const readType = (message: Fields): string => types[typeOf(message)] ?? typeOf(message);

export const readFile = (message: Fields): IncomingFile | null => {
  const type = typeOf(message);
  const file = fileTypes.has(type) ? asFields(message[type]) : null;
  const reference = asText(file?.url);
  return reference ? { reference, mimeType: null, filename: asText(file?.name), sha256: null } : null;
};

const placeOf = (message: Fields): Fields | null => {
  const place = asFields(message.location);
  return place && { ...place, latitude: place.lat, longitude: place.long };
};

const summarizeFile = (message: Fields): string => {
  const type = typeOf(message);
  const file = asFields(message[type]);
  const name = type === 'file' ? asText(file?.name) : null;
  const label = name ? `document ${name}` : readType(message);
  const caption = asText(file?.caption);
  return caption ? `[${label}] ${caption}` : `[${label}]`;
};

export const summarize = (message: Fields): string => {
  const type = typeOf(message);
  if (fileTypes.has(type)) return summarizeFile(message);
  switch (type) {
    case 'text':
      return asText(message.text) ?? '';
    case 'reply':
      return asText(asFields(message.reply)?.title) ?? '';
    case 'button':
      return asText(asFields(message.button)?.text) ?? '[form]';
    case 'location':
      return summarizePlace(placeOf(message));
    case 'reaction': {
      const reaction = asFields(message.reaction);
      return reaction?.action === 'unreact' ? '[reaction removed]' : (asText(reaction?.emoji) ?? '');
    }
    case 'order':
      return `[order] ${listOf(asFields(message.order)?.product_items).length} products`;
    default:
      return `[${readType(message)}]`;
  }
};

const readMedia = (message: Fields) => {
  const file = readFile(message);
  const caption = asText(asFields(message[typeOf(message)])?.caption);
  return file && present({ id: file.reference, filename: file.filename, caption });
};

/** One word for buttons and lists: only rows of a list have a second line. */
const readReply = (reply: Fields): IncomingDetails['choice'] => {
  const description = asText(reply.description);
  return present({
    kind: description === null ? ('button' as const) : ('list' as const),
    id: asText(reply.id),
    title: asText(reply.title),
    description,
  });
};

const readChoice = (message: Fields): IncomingDetails['choice'] | null => {
  const reply = asFields(message.reply);
  if (reply) return readReply(reply) ?? null;
  const button = asFields(message.button);
  if (!button) return null;
  const form = asFields(button.payload);
  if (form) return isShallow(form) ? { kind: 'form', fields: form } : { kind: 'form' };
  return present({ kind: 'button' as const, id: asText(button.payload), title: asText(button.text) });
};

const readReference = (message: Fields): IncomingDetails['refers_to'] | null => {
  const id = asText(asFields(message.context)?.message_uuid);
  const kind = typeOf(message) === 'reaction' ? 'reaction' : 'reply';
  return id ? { kind, provider_message_id: id } : null;
};

const readOrder = (message: Fields) => {
  const order = asFields(message.order);
  if (!order) return null;
  return present({ catalog_id: asText(order.catalog_id), items: readProductItems(order) });
};

const readReferral = (message: Fields) => {
  const referral = asFields(asFields(message.whatsapp)?.referral);
  return referral && present(adOf(referral));
};

const knownTypes = new Set(['text', 'location', 'reply', 'button', 'reaction', 'order', ...fileTypes]);
/** Keys that every message has, or that are shown in other fields. */
const usualKeys = new Set([
  'channel',
  'message_uuid',
  'to',
  'from',
  'timestamp',
  'profile',
  'context',
  'context_status',
  'message_type',
  'whatsapp',
  '_self',
]);

const readUnknown = (message: Fields): Fields | null => {
  if (knownTypes.has(typeOf(message))) return null;
  const content = Object.entries(message).filter(([key, value]) => !usualKeys.has(key) && isShallow(value));
  return content.length > 0 ? Object.fromEntries(content) : null;
};

export const describeVonageMessage = (raw: unknown): IncomingDetails => {
  const message = asFields(raw) ?? {};
  const reaction = asFields(message.reaction);
  const details = {
    media: readMedia(message),
    location: readPlace(placeOf(message)),
    choice: readChoice(message),
    reaction: reaction && {
      emoji: reaction.action === 'unreact' ? null : asText(reaction.emoji) || null,
    },
    refers_to: readReference(message),
    order: readOrder(message),
    referral: readReferral(message),
    unknown: readUnknown(message),
  };
  return present(details) as IncomingDetails;
};
