// The kinds of content that the Cloud API carries, each in its words: the `type` of a message and the object of that name.

import type { ContentOf, ContentType, MessageContent } from '@hudhud/contract/content.ts';
import { inWindow } from '../common-limits.ts';
import type { OutgoingFile } from '../media-part.ts';
import type { ContentLimits, OutgoingMessage } from '../provider.ts';
import { toWireTemplate } from './wire-template.ts';

type Card = ContentOf<'contacts'>['contacts'][number];
type CarouselCard = ContentOf<'carousel'>['carousel']['cards'][number];

/** The files of the message, by our ids of them. */
export type WireFiles = ReadonlyMap<string, OutgoingFile> | undefined;

interface FilePlace {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly filename?: string | undefined;
}

/** By the id that the provider gave it; by address only where it is to fetch the file itself. */
const toFile = (place: FilePlace, files: WireFiles): { id: string } | { link: string } => {
  const file = files?.get(place.id ?? '');
  if (!file) throw new Error('a message reached its provider without its file');
  return file.kind === 'uploaded' ? { id: file.reference } : { link: file.url };
};

/** A document without a name is shown as "Untitled". */
const toDocument = (place: FilePlace, files: WireFiles): object => ({
  ...toFile(place, files),
  filename: place.filename ?? files?.get(place.id ?? '')?.filename,
});

const toShown = (type: string, place: FilePlace, files: WireFiles): object => ({
  type,
  [type]: type === 'document' ? toDocument(place, files) : toFile(place, files),
});

type Header = { readonly text: string } | { readonly type: string; readonly media: FilePlace } | undefined;

const toHeader = (header: Header, files: WireFiles): object => {
  if (header === undefined) return {};
  return {
    header:
      'text' in header ? { type: 'text', text: header.text } : toShown(header.type, header.media, files),
  };
};

interface InteractiveParts {
  readonly message?: string | undefined;
  readonly header?: Header;
  readonly footer?: string | undefined;
}

const interactive = (
  type: string,
  { message, header, footer }: InteractiveParts,
  action: object,
  files?: WireFiles,
): Record<string, unknown> => ({
  type: 'interactive',
  interactive: {
    type,
    ...toHeader(header, files),
    ...(message !== undefined && { body: { text: message } }),
    ...(footer !== undefined && { footer: { text: footer } }),
    action,
  },
});

const toName = ({ formatted, first, middle, last, prefix, suffix }: Card['name']): object => {
  const parts = { first_name: first, middle_name: middle, last_name: last, prefix, suffix };
  // A name with no part beside the whole is refused.
  const hasPart = Object.values(parts).some((part) => part !== undefined);
  return { formatted_name: formatted, ...parts, ...(!hasPart && { first_name: formatted }) };
};

const toCard = ({ name, phones, emails, addresses, organization, urls, birthday }: Card): object => ({
  name: toName(name),
  phones: phones?.map(({ number, type }) => ({ phone: number, type })),
  emails,
  addresses,
  org: organization,
  urls,
  birthday,
});

const toFlow = ({ id, button, screen, data, token }: ContentOf<'flow'>['flow']): object => ({
  name: 'flow',
  parameters: {
    flow_message_version: '3',
    flow_id: id,
    flow_cta: button,
    flow_token: token ?? 'unused',
    mode: 'published',
    flow_action: 'navigate',
    ...(screen !== undefined && {
      // An empty object of data is refused.
      flow_action_payload: { screen, ...(data && Object.keys(data).length > 0 && { data }) },
    }),
  },
});

const toProducts = ({ catalog_id, sections }: ContentOf<'products'>['products']): object => ({
  catalog_id,
  sections: sections.map(({ title, product_ids }) => ({
    title,
    product_items: product_ids.map((id) => ({ product_retailer_id: id })),
  })),
});

const toLink = ({ title, url }: ContentOf<'link'>['link']): object => ({
  name: 'cta_url',
  parameters: { display_text: title, url },
});

/** A card has a link, or buttons. */
const toCarouselCard = (card: CarouselCard, index: number, files: WireFiles): object => ({
  card_index: index,
  type: 'cta_url',
  header: toShown(card.header.type, card.header.media, files),
  ...(card.message !== undefined && { body: { text: card.message } }),
  action: card.link
    ? toLink(card.link)
    : { buttons: card.buttons?.map((reply) => ({ type: 'quick_reply', quick_reply: reply })) },
});

const toCaption = (message: string | undefined): object => (message ? { caption: message } : {});

/** Parts that a wire form may need besides the content. */
type WireParts = {
  readonly [Part in 'files' | 'template' | 'contextProviderId']?: OutgoingMessage[Part] | undefined;
};

/** How one kind is carried. */
export interface WireForm<Content> extends ContentLimits {
  toWire(content: Content, parts: WireParts): object;
}

/** `charactersMax`: of its longest text; each field has its own limit in the contract. */
const upTo = <Content>(charactersMax: number, toWire: WireForm<Content>['toWire']): WireForm<Content> => ({
  ...inWindow(charactersMax),
  toWire,
});

const forms: { readonly [Kind in Exclude<ContentType, 'otp'>]: WireForm<ContentOf<Kind>> } = {
  text: upTo(4_096, ({ message, preview_url }) => ({
    type: 'text',
    text: { body: message, preview_url: preview_url ?? /https?:\/\//.test(message) },
  })),
  image: upTo(1_024, ({ media, message }, { files }) => ({
    type: 'image',
    image: { ...toFile(media, files), ...toCaption(message) },
  })),
  video: upTo(1_024, ({ media, message }, { files }) => ({
    type: 'video',
    video: { ...toFile(media, files), ...toCaption(message) },
  })),
  audio: upTo(1_024, ({ media, voice }, { files }) => ({
    type: 'audio',
    audio: { ...toFile(media, files), ...(voice && { voice }) },
  })),
  document: upTo(1_024, ({ media, message }, { files }) => ({
    type: 'document',
    document: { ...toDocument(media, files), ...toCaption(message) },
  })),
  sticker: upTo(1_024, ({ media }, { files }) => ({ type: 'sticker', sticker: toFile(media, files) })),
  location: upTo(512, (content) => content),
  contacts: upTo(512, ({ contacts }) => ({ type: 'contacts', contacts: contacts.map(toCard) })),
  reaction: upTo(32, ({ reaction: { emoji } }, { contextProviderId }) => ({
    type: 'reaction',
    reaction: { message_id: contextProviderId, emoji },
  })),
  buttons: upTo(1_024, (content, { files }) => {
    const buttons = content.buttons.map((reply) => ({ type: 'reply', reply }));
    return interactive('button', content, { buttons }, files);
  }),
  list: upTo(4_096, (content) => interactive('list', content, content.list)),
  // The address it opens.
  link: upTo(2_000, (content, { files }) => interactive('cta_url', content, toLink(content.link), files)),
  location_request: upTo(1_024, (content) =>
    interactive('location_request_message', content, { name: 'send_location' }),
  ),
  flow: upTo(1_024, (content, { files }) => interactive('flow', content, toFlow(content.flow), files)),
  product: upTo(1_024, (content) => {
    const { catalog_id, product_id } = content.product;
    return interactive('product', content, { catalog_id, product_retailer_id: product_id });
  }),
  products: upTo(1_024, (content) => {
    const header = { text: content.products.header };
    return interactive('product_list', { ...content, header }, toProducts(content.products));
  }),
  catalog: upTo(1_024, (content) => {
    const id = content.catalog?.thumbnail_product_id;
    const parameters = id !== undefined && { parameters: { thumbnail_product_retailer_id: id } };
    return interactive('catalog_message', content, { name: 'catalog_message', ...parameters });
  }),
  // The addresses that its cards open.
  carousel: upTo(2_000, (content, { files }) =>
    interactive('carousel', content, {
      cards: content.carousel.cards.map((card, index) => toCarouselCard(card, index, files)),
    }),
  ),
  interactive: upTo(4_096, (content) => content),
  // Its texts are bounded by its definition, and it may start a conversation.
  template: {
    charactersMax: 4_096,
    needsWindow: false,
    toWire(_content, { template, files }) {
      if (!template) throw new Error('a template reached its provider without its values');
      return toWireTemplate(template, files);
    },
  },
};

/** By kind. One that is not ours is added beside them, before a gateway starts. */
export const cloudApiContent: Record<string, WireForm<never>> = { ...forms };

export const toWire = (content: MessageContent, parts: WireParts): object => {
  const form = cloudApiContent[content.type] as WireForm<MessageContent> | undefined;
  if (!form) throw new Error(`the Cloud API carries no message of the type "${content.type}"`);
  return form.toWire(content, parts);
};
