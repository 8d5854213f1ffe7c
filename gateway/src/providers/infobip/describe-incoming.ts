// Describes an inbound message of Infobip in the contract's fields, and makes its readable line.

import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import type { IncomingFile } from '../media-part.ts';
import { readPlace, summarizePlace } from '../read-parts.ts';
import { asNumber, type Fields, isShallow, listOf, present, textsOf } from '../read-values.ts';

/** Our words for Infobip's types; any other is given in lower case. */
const types: Readonly<Record<string, string>> = {
  VOICE: 'audio',
  CONTACT: 'contacts',
  INTERACTIVE_BUTTON_REPLY: 'interactive',
  INTERACTIVE_LIST_REPLY: 'interactive',
  INTERACTIVE_FLOW_REPLY: 'interactive',
};

const fileTypes = new Set(['IMAGE', 'VIDEO', 'DOCUMENT', 'VOICE', 'AUDIO', 'STICKER']);
const choiceTypes = [
  'BUTTON',
  'INTERACTIVE_BUTTON_REPLY',
  'INTERACTIVE_LIST_REPLY',
  'INTERACTIVE_FLOW_REPLY',
];
const knownTypes = new Set([
  'TEXT',
  'LOCATION',
  'CONTACT',
  'REACTION',
  'ORDER',
  'INFECTED_CONTENT',
  ...fileTypes,
  ...choiceTypes,
]);

const typeOf = (message: Fields): string => asText(message.type) ?? 'UNKNOWN';

export const readType = (message: Fields): string => types[typeOf(message)] ?? typeOf(message).toLowerCase();

/** The callback has no type and no name of the file: they come with the download. */
export const readFile = (message: Fields): IncomingFile | null => {
  const reference = fileTypes.has(typeOf(message)) ? asText(message.url) : null;
  return reference ? { reference, mimeType: null, filename: null, sha256: null } : null;
};

const namesOf = (message: Fields): string[] =>
  listOf(message.contacts).map((card) => asText(asFields(card.name)?.formattedName) ?? '');

export const summarize = (message: Fields): string => {
  const caption = asText(message.caption);
  switch (typeOf(message)) {
    case 'TEXT':
    case 'BUTTON':
      return asText(message.text) ?? '';
    case 'VOICE':
      return '[voice message]';
    case 'LOCATION':
      return summarizePlace(message);
    case 'CONTACT':
      return `[contacts] ${namesOf(message).filter(Boolean).join(', ')}`.trim();
    case 'INTERACTIVE_BUTTON_REPLY':
    case 'INTERACTIVE_LIST_REPLY':
      return asText(message.title) ?? '';
    case 'INTERACTIVE_FLOW_REPLY':
      return `[form] ${asText(message.text) ?? ''}`.trim();
    case 'REACTION':
      return message.action === 'REMOVED' ? '[reaction removed]' : (asText(message.emoji) ?? '');
    case 'ORDER':
      return `[order] ${listOf(message.productItems).length} products`;
    default:
      return caption ? `[${readType(message)}] ${caption}` : `[${readType(message)}]`;
  }
};

const readMedia = (message: Fields) => {
  const file = readFile(message);
  return (
    file &&
    present({
      id: file.reference,
      caption: asText(message.caption),
      is_voice: typeOf(message) === 'VOICE' ? true : null,
    })
  );
};

const readCard = (card: Fields) =>
  present({
    name: asText(asFields(card.name)?.formattedName) ?? '',
    phones: textsOf(card.phones, 'phone'),
    emails: textsOf(card.emails, 'email'),
    organization: asText(asFields(card.org)?.company),
  });

const readChoice = (message: Fields): IncomingDetails['choice'] | null => {
  switch (typeOf(message)) {
    case 'BUTTON':
      return present({ kind: 'button' as const, id: asText(message.payload), title: asText(message.text) });
    case 'INTERACTIVE_BUTTON_REPLY':
      return present({ kind: 'button' as const, id: asText(message.id), title: asText(message.title) });
    case 'INTERACTIVE_LIST_REPLY':
      return present({
        kind: 'list' as const,
        id: asText(message.id),
        title: asText(message.title),
        description: asText(message.description),
      });
    case 'INTERACTIVE_FLOW_REPLY':
      return present({ kind: 'form' as const, fields: asFields(message.response) });
    default:
      return null;
  }
};

const readReference = (message: Fields): IncomingDetails['refers_to'] | null => {
  const id = asText(asFields(message.context)?.id);
  const kind = typeOf(message) === 'REACTION' ? 'reaction' : 'reply';
  return id ? { kind, provider_message_id: id } : null;
};

const readOrder = (message: Fields) => {
  if (typeOf(message) !== 'ORDER') return null;
  const items = listOf(message.productItems).flatMap((item) => {
    const productId = asText(item.productRetailerId);
    if (productId === null) return [];
    return present({
      product_id: productId,
      quantity: asNumber(item.quantity),
      price: asNumber(item.itemPrice),
      currency: asText(item.currency),
    });
  });
  return present({ catalog_id: asText(message.catalogId), items });
};

const readReferral = (message: Fields) => {
  const referral = asFields(message.referral);
  return (
    referral &&
    present({
      source_type: asText(referral.sourceType),
      source_id: asText(referral.sourceId),
      source_url: asText(referral.sourceUrl),
      headline: asText(referral.headline),
      body: asText(referral.body),
      click_id: asText(referral.ctwaClickId),
    })
  );
};

/** `raw` is one entry of `results`. */
export const describeInfobipMessage = (raw: unknown): IncomingDetails => {
  const message = asFields(asFields(raw)?.message) ?? {};
  const type = typeOf(message);
  const details = {
    media: readMedia(message),
    location: type === 'LOCATION' ? readPlace(message) : null,
    contacts: type === 'CONTACT' ? listOf(message.contacts).map(readCard) : null,
    choice: readChoice(message),
    reaction:
      type === 'REACTION'
        ? { emoji: message.action === 'REMOVED' ? null : asText(message.emoji) || null }
        : null,
    refers_to: readReference(message),
    order: readOrder(message),
    referral: readReferral(message),
    group_id: asText(asFields(message.context)?.groupId),
    unknown: !knownTypes.has(type) && Object.keys(message).length > 0 && isShallow(message) ? message : null,
  };
  return present(details) as IncomingDetails;
};
