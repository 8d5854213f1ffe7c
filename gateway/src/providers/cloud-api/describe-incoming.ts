// What an inbound message of Meta holds besides its text, in the words of the contract. Anything that is missing or of
// another type than the facts sheet says is left out.

import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import { asFields, asText } from './graph-error.ts';
import { isKnownType } from './summarize.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Drops what is not there, so that a part is either in the event or not mentioned. */
const present = <Part extends object>(part: Part): { [Name in keyof Part]: NonNullable<Part[Name]> } =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null && value !== undefined)) as {
    [Name in keyof Part]: NonNullable<Part[Name]>;
  };

const asNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

const asFlag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

const listOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(asFields).filter((item) => item !== null) : [];

const textsOf = (value: unknown, name: string): string[] =>
  listOf(value).flatMap((item) => asText(item[name]) ?? []);

const mediaTypes = new Set(['image', 'audio', 'video', 'document', 'sticker']);

const readMedia = (type: string, message: Fields) => {
  const file = mediaTypes.has(type) ? asFields(message[type]) : null;
  const id = asText(file?.id);
  if (!file || id === null) return null;
  return present({
    id,
    mime_type: asText(file.mime_type),
    filename: asText(file.filename),
    caption: asText(file.caption),
    sha256: asText(file.sha256),
    is_voice: asFlag(file.voice),
    is_animated: asFlag(file.animated),
  });
};

const readLocation = (message: Fields) => {
  const place = asFields(message.location);
  const latitude = asNumber(place?.latitude);
  const longitude = asNumber(place?.longitude);
  if (!place || latitude === null || longitude === null) return null;
  const { name, address, url } = place;
  return present({ latitude, longitude, name: asText(name), address: asText(address), url: asText(url) });
};

const readCard = (card: Fields) =>
  present({
    name: asText(asFields(card.name)?.formatted_name) ?? '',
    phones: textsOf(card.phones, 'phone'),
    emails: textsOf(card.emails, 'email'),
    organization: asText(asFields(card.org)?.company),
  });

const readForm = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return text;
  }
};

const readChoice = (message: Fields) => {
  const button = asFields(message.button);
  if (button) {
    return present({ kind: 'button' as const, id: asText(button.payload), title: asText(button.text) });
  }
  const interactive = asFields(message.interactive);
  const pressed = asFields(interactive?.button_reply);
  if (pressed) {
    return present({ kind: 'button' as const, id: asText(pressed.id), title: asText(pressed.title) });
  }
  const row = asFields(interactive?.list_reply);
  if (row) {
    const { id, title, description } = row;
    return present({
      kind: 'list' as const,
      id: asText(id),
      title: asText(title),
      description: asText(description),
    });
  }
  const form = asFields(interactive?.nfm_reply);
  return form && present({ kind: 'form' as const, fields: readForm(asText(form.response_json)) });
};

const readReference = (message: Fields): IncomingDetails['refers_to'] | null => {
  const places = [
    ['reaction', asFields(message.reaction)?.message_id],
    ['edit', asFields(message.edit)?.original_message_id],
    ['deletion', asFields(message.revoke)?.original_message_id],
    ['reply', asFields(message.context)?.id],
  ] as const;
  for (const [kind, id] of places) {
    const found = asText(id);
    if (found) return { kind, provider_message_id: found };
  }
  return null;
};

const readOrder = (message: Fields) => {
  const order = asFields(message.order);
  if (!order) return null;
  const items = listOf(order.product_items).flatMap((item) => {
    const productId = asText(item.product_retailer_id);
    if (productId === null) return [];
    const { quantity, item_price: price, currency } = item;
    return present({
      product_id: productId,
      quantity: asNumber(quantity),
      price: asNumber(price),
      currency: asText(currency),
    });
  });
  return present({ catalog_id: asText(order.catalog_id), items });
};

const readReferral = (message: Fields) => {
  const referral = asFields(message.referral);
  return (
    referral &&
    present({
      source_type: asText(referral.source_type),
      source_id: asText(referral.source_id),
      source_url: asText(referral.source_url),
      headline: asText(referral.headline),
      body: asText(referral.body),
      click_id: asText(referral.ctwa_clid),
    })
  );
};

/** Deeper than any message of a person; beyond it, whatever writes it out as JSON could run out of stack. */
const depthMax = 100;

const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < depthMax && Object.values(value).every((part) => isShallow(part, depth + 1)));

/** What every message has, and what is told in other words. */
const usualKeys = new Set([
  'id',
  'from',
  'from_user_id',
  'timestamp',
  'type',
  'context',
  'group_id',
  'referral',
]);

/** All that a message of a type that nobody here knows holds besides. */
const readUnknown = (message: Fields): Fields | null => {
  if (isKnownType(asText(message.type) ?? '')) return null;
  const content = Object.entries(message).filter(([key, value]) => !usualKeys.has(key) && isShallow(value));
  return content.length > 0 ? Object.fromEntries(content) : null;
};

const isForwarded = ({ context }: Fields): true | null => {
  const found = asFields(context);
  return found?.forwarded === true || found?.frequently_forwarded === true ? true : null;
};

export const describeCloudApiMessage = (raw: unknown): IncomingDetails => {
  const message = asFields(raw) ?? {};
  // An edit holds the new message; one inside another is not looked into.
  const content = asFields(asFields(message.edit)?.message) ?? message;
  const reaction = asFields(content.reaction);
  const cards = content.type === 'contacts' ? listOf(content.contacts).map(readCard) : null;
  const details = {
    media: readMedia(asText(content.type) ?? '', content),
    location: readLocation(content),
    contacts: cards,
    choice: readChoice(content),
    reaction: reaction && { emoji: asText(reaction.emoji) || null },
    refers_to: readReference(message),
    order: readOrder(content),
    referral: readReferral(content),
    is_forwarded: isForwarded(message),
    group_id: asText(message.group_id),
    unknown: readUnknown(message),
  };
  return present(details) as IncomingDetails;
};
