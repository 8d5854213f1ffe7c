// A message of the gateway as a bubble shows it. What goes out and what comes in have the same words, so the fields are read by
// their names, for every type; what an older gateway or a new provider writes differently is left out, never fatal.

import { asList, asNumber, asObject, asText, type Loose, objectsIn } from './read-loose.ts';
import {
  type FileKind,
  type FilePlace,
  type MissingReason,
  missingReasons,
  type ShownAction,
  type ShownCard,
  type ShownContent,
  type ShownFile,
  type ShownOrderItem,
  type ShownPlace,
  type ShownProducts,
} from './shown-content.ts';

interface ApiMessage {
  readonly type: string;
  /** The text, or one readable line. */
  readonly message: string;
  readonly content: unknown;
  /** What an incoming message holds besides its text. */
  readonly details?: unknown;
}

const fileKinds: readonly string[] = ['image', 'video', 'audio', 'document', 'sticker'];
const isFileKind = (type: string): type is FileKind => fileKinds.includes(type);

/** Types of which nothing but the line is worth showing. */
const notes: Readonly<Record<string, ShownContent['note']>> = {
  unsupported: 'unsupported',
  unknown: 'unknown',
  interactive: 'provider_own',
  request_welcome: 'welcome',
};

export function contentOfMessage({ type, message, content, details }: ApiMessage): ShownContent {
  const given = { ...asObject(details), ...asObject(content) };
  if (Object.keys(given).length === 0) return { text: message, actions: [], note: notes[type] };
  return contentFromApi(given, { type, line: message });
}

/** `line`: what to say when the content itself says nothing. */
export function contentFromApi(content: Loose, about: { type?: string; line?: string } = {}): ShownContent {
  const type = asText(content.type) ?? about.type ?? 'text';
  const template = asObject(content.template);
  if (template) return templateContent(template, about.line);
  const file = isFileKind(type) ? fileOf(type, asObject(content.media) ?? {}, content) : undefined;
  const parts: ShownContent = {
    ...headerOf(content),
    ...(file && { file }),
    place: placeOf(content.location),
    cards: cardsOf(content.contacts),
    choice: choiceOf(content.choice),
    text: asText(content.message) ?? asText(asObject(content.media)?.caption),
    products: productsOf(content),
    order: orderOf(content.order),
    footer: asText(content.footer),
    reaction: reactionOf(content.reaction),
    actions: actionsOf(type, content),
    carousel: carouselOf(content.carousel),
    // An answer to a question of ours is of the type interactive, too, and can be shown.
    note: content.choice === undefined ? notes[type] : undefined,
    raw: content.unknown ?? content.interactive,
    isForwarded: content.is_forwarded === true,
    referral: referralOf(content.referral),
  };
  return hasWords(parts) ? parts : { ...parts, text: about.line };
}

const hasWords = ({ text, file, place, cards, choice, order, reaction, carousel, products }: ShownContent) =>
  [text, file, place, cards, choice, order, reaction, carousel, products].some((part) => part !== undefined);

function fileOf(kind: FileKind, media: Loose, content: Loose): ShownFile {
  return {
    kind,
    place: filePlace(media),
    mimeType: asText(media.mime_type),
    filename: asText(media.filename),
    bytes: asNumber(media.bytes),
    isVoice: (content.voice ?? media.voice ?? media.is_voice) === true,
  };
}

function filePlace(media: Loose): FilePlace {
  const id = [media.id, media.media_id].map(asText).find((one) => one?.startsWith('med_'));
  const reason = missingReasons.find((known) => known === media.state);
  if (reason) return { kind: 'none', reason };
  if (id) return { kind: 'gateway', id };
  const url = asText(media.url);
  return url ? { kind: 'elsewhere', url } : none('unknown');
}

const none = (reason: MissingReason): FilePlace => ({ kind: 'none', reason });

function headerOf({ header }: Loose): Pick<ShownContent, 'title' | 'file'> {
  const part = asObject(header);
  if (!part) return { title: asText(header) };
  const type = asText(part.type) ?? '';
  const media = asObject(part.media);
  if (media) return { file: fileOf(isFileKind(type) ? type : 'document', media, {}) };
  // The header of a template says what stands there before anybody has chosen the file.
  if (type === 'gif') return { file: fileOf('video', {}, {}) };
  if (isFileKind(type)) return { file: fileOf(type, {}, {}) };
  return { title: asText(part.text) };
}

/** Until it is sent, the header of a template has no place and no product. */
const slotOf = (header: Loose | undefined): ShownContent['slot'] => {
  if (header?.type === 'product') return 'product';
  return header?.type === 'location' && header.location === undefined ? 'location' : undefined;
};

export function placeOf(value: unknown): ShownPlace | undefined {
  const part = asObject(value);
  const latitude = asNumber(part?.latitude);
  const longitude = asNumber(part?.longitude);
  if (!part || latitude === undefined || longitude === undefined) return undefined;
  return { latitude, longitude, name: asText(part.name), address: asText(part.address) };
}

/** A name is a text on an incoming card and an object on an outgoing one; so are phones and e-mails. */
function cardsOf(value: unknown): readonly ShownCard[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return objectsIn(value)
    .map((card) => asObject(card.card) ?? card)
    .map((card) => ({
      name: asText(card.name) ?? asText(asObject(card.name)?.formatted) ?? '',
      phones: textsOf(card.phones, 'number'),
      emails: textsOf(card.emails, 'email'),
      urls: textsOf(card.urls, 'url'),
      addresses: objectsIn(card.addresses).map(addressLine),
      organization: asText(card.organization) ?? organizationLine(asObject(card.organization)),
      birthday: asText(card.birthday),
    }));
}

const textsOf = (value: unknown, field: string): readonly string[] =>
  asList(value).flatMap((item) => asText(item) ?? asText(asObject(item)?.[field]) ?? []);

const joined = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(', ');

const addressLine = ({ street, city, state, zip, country }: Loose): string =>
  joined([street, city, state, zip, country].map(asText));

const organizationLine = (organization: Loose | undefined): string | undefined =>
  (organization && joined([organization.title, organization.department, organization.company].map(asText))) ||
  undefined;

function choiceOf(value: unknown): ShownContent['choice'] {
  const part = asObject(value);
  if (!part) return undefined;
  const kind = part.kind === 'list' || part.kind === 'form' ? part.kind : 'button';
  return { kind, title: asText(part.title) ?? '', description: asText(part.description) };
}

function productsOf(content: Loose): ShownProducts | undefined {
  const one = asObject(content.product);
  if (one) {
    const ids = [asText(one.product_id) ?? ''];
    return { catalogId: asText(one.catalog_id), sections: [{ ids }] };
  }
  const many = asObject(content.products);
  if (!many) return undefined;
  return {
    catalogId: asText(many.catalog_id),
    sections: objectsIn(many.sections).map((section) => ({
      title: asText(section.title),
      ids: asList(section.product_ids).flatMap((id) => asText(id) ?? []),
    })),
  };
}

function orderOf(value: unknown): readonly ShownOrderItem[] | undefined {
  const order = asObject(value);
  return (
    order &&
    objectsIn(order.items).map((item) => ({
      id: asText(item.product_id) ?? '',
      quantity: asNumber(item.quantity),
      price: asNumber(item.price),
      currency: asText(item.currency),
    }))
  );
}

/** Null and an empty text both say that it was taken back. */
function reactionOf(value: unknown): string | undefined {
  const reaction = asObject(value);
  return reaction && (asText(reaction.emoji) ?? '');
}

function referralOf(value: unknown): ShownContent['referral'] {
  const part = asObject(value);
  return part && { headline: asText(part.headline), body: asText(part.body) };
}

const plainActions = {
  location_request: 'location',
  product: 'product',
  products: 'products',
  catalog: 'catalog',
} as const;

function actionsOf(type: string, content: Loose): readonly ShownAction[] {
  const link = asObject(content.link);
  const list = asObject(content.list);
  const flow = asObject(content.flow);
  const plain = Object.hasOwn(plainActions, type)
    ? plainActions[type as keyof typeof plainActions]
    : undefined;
  return [
    ...objectsIn(content.buttons).map(
      ({ id, title }): ShownAction => ({ kind: 'reply', id: asText(id) ?? '', title: asText(title) ?? '' }),
    ),
    ...(link
      ? [{ kind: 'link', title: asText(link.title) ?? '', url: asText(link.url) ?? '' } as const]
      : []),
    ...(list ? [listAction(list)] : []),
    ...(flow ? [{ kind: 'flow', title: asText(flow.button) ?? '' } as const] : []),
    ...(plain ? [{ kind: plain }] : []),
  ];
}

export function listAction(list: Loose): ShownAction {
  return {
    kind: 'list',
    title: asText(list.button) ?? '',
    sections: objectsIn(list.sections).map((section) => ({
      title: asText(section.title),
      rows: objectsIn(section.rows).map((row) => ({
        id: asText(row.id) ?? '',
        title: asText(row.title) ?? '',
        description: asText(row.description),
      })),
    })),
  };
}

function carouselOf(value: unknown): readonly ShownContent[] | undefined {
  const carousel = asObject(value);
  return carousel && objectsIn(carousel.cards).map((card) => contentFromApi({ type: 'card', ...card }));
}

/** The gateway keeps a template with its texts filled, so nothing is filled here. */
function templateContent(template: Loose, line: string | undefined): ShownContent {
  const rendered = asObject(template.rendered);
  if (!rendered) return { text: line ?? asText(template.name), actions: [] };
  const { title, file } = headerOf(rendered);
  return {
    title: asText(rendered.offer) ?? title,
    file,
    place: placeOf(asObject(rendered.header)?.location),
    slot: slotOf(asObject(rendered.header)),
    text: asText(rendered.body),
    footer: asText(rendered.footer),
    actions: objectsIn(rendered.buttons).map(templateButton),
    carousel: Array.isArray(rendered.cards)
      ? objectsIn(rendered.cards).map((card) => templateContent({ rendered: card }, undefined))
      : undefined,
  };
}

/** Buttons of templates, in WhatsApp's words for their kinds. */
export function templateButton(button: Loose): ShownAction {
  const title = asText(button.text) ?? asText(button.title) ?? '';
  switch (String(button.type).toUpperCase()) {
    case 'URL':
      return { kind: 'link', title, url: asText(button.url) ?? asText(button.value) ?? '' };
    case 'PHONE_NUMBER':
      return { kind: 'call', title, number: asText(button.phone_number) ?? asText(button.value) ?? '' };
    case 'COPY_CODE':
    case 'OTP':
      return { kind: 'copy', title, code: asText(button.value) ?? asText(button.code) ?? '' };
    case 'FLOW':
      return { kind: 'flow', title };
    case 'CATALOG':
      return { kind: 'catalog' };
    case 'MPM':
      return { kind: 'products' };
    default:
      return { kind: 'reply', id: asText(button.value) ?? title, title, isTemplate: true };
  }
}
