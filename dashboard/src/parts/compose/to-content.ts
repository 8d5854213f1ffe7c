// A draft as the content of a send request. It is also made from a draft that is not complete yet, for the preview; whether it
// may be sent is for check-draft.ts and the gateway to say.

import type { MessageContent } from '@hudhud/contract/content.ts';
import { toRequest } from '../template/template-values.ts';
import {
  type ContentDraft,
  type FileDraft,
  hasFooter,
  headerKinds,
  isFileType,
  messageRole,
} from './content-draft.ts';

type Fields = Record<string, unknown>;

/** Fields that were left empty are left out: the shortest request that says it. */
const filled = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
      .filter(([, value]) => value !== '' && value !== undefined),
  );

export function toContent(draft: ContentDraft): MessageContent {
  const { type } = draft;
  // Words are sent as they were written; only what stands alone in a line loses the space around it.
  const message = messageRole(type) === null || draft.message === '' ? {} : { message: draft.message };
  return {
    type,
    ...message,
    ...headerOf(draft),
    ...ownFields(draft),
    ...(hasFooter(type) ? filled({ footer: draft.footer }) : {}),
  } as unknown as MessageContent;
}

const mediaOf = ({ stored, url }: FileDraft, filename = ''): Fields => ({
  ...(stored ? { id: stored.id } : filled({ url })),
  ...filled({ filename }),
});

function headerOf({ type, header }: ContentDraft): Fields {
  if (header.kind === 'none' || !headerKinds(type).includes(header.kind)) return {};
  if (header.kind === 'text') return { header: filled({ text: header.text }) };
  return { header: { type: header.kind, media: mediaOf(header.media) } };
}

function ownFields(draft: ContentDraft): Fields {
  const { type } = draft;
  if (isFileType(type)) return fileFields(draft);
  switch (type) {
    case 'text':
      return draft.preview_url ? { preview_url: true } : {};
    case 'location':
      return { location: placeOf(draft) };
    case 'contacts':
      return { contacts: draft.contacts.map(cardOf) };
    case 'reaction':
      return {
        reaction: { message_id: draft.reaction.message_id.trim(), emoji: draft.reaction.emoji.trim() },
      };
    case 'buttons':
      return { buttons: draft.buttons.map(withId) };
    case 'list':
      return { list: listOf(draft) };
    case 'link':
      return { link: { title: draft.link.title.trim(), url: draft.link.url.trim() } };
    case 'flow':
      return { flow: filled({ ...draft.flow }) };
    case 'template': {
      const { template, values } = draft.template;
      return template ? { template: toRequest(template, values) } : {};
    }
    case 'interactive':
      return { interactive: parseObject(draft.interactive) ?? {} };
    default:
      return shopFields(draft);
  }
}

function fileFields({ type, media, filename, voice }: ContentDraft): Fields {
  return {
    media: mediaOf(media, type === 'document' ? filename : ''),
    ...(type === 'audio' && voice ? { voice: true } : {}),
  };
}

function placeOf({ location }: ContentDraft): Fields {
  const { latitude, longitude, name, address } = location;
  return { latitude: Number(latitude), longitude: Number(longitude), ...filled({ name, address }) };
}

const cardOf = ({ name, phone, email, organization }: ContentDraft['contacts'][number]): Fields => ({
  name: { formatted: name.trim(), first: name.trim() },
  ...(phone.trim() !== '' && { phones: [{ number: phone.trim() }] }),
  ...(email.trim() !== '' && { emails: [{ email: email.trim() }] }),
  ...(organization.trim() !== '' && { organization: { company: organization.trim() } }),
});

/** A button without an id comes back with its title. */
const withId = ({ id, title }: { id: string; title: string }): { id: string; title: string } => ({
  id: id.trim() || title.trim(),
  title: title.trim(),
});

const listOf = ({ list }: ContentDraft): Fields => ({
  button: list.button.trim(),
  sections: list.sections.map(({ title, rows }) => ({
    ...filled({ title }),
    rows: rows.map((row) => ({ ...withId(row), ...filled({ description: row.description }) })),
  })),
});

function shopFields(draft: ContentDraft): Fields {
  switch (draft.type) {
    case 'product':
      return { product: filled({ ...draft.product }) };
    case 'products': {
      const { catalog_id, header, sections } = draft.products;
      return {
        products: {
          ...filled({ catalog_id, header }),
          sections: sections.map(({ title, product_ids }) => ({
            ...filled({ title }),
            product_ids: listedIds(product_ids),
          })),
        },
      };
    }
    case 'catalog': {
      const catalog = filled({ ...draft.catalog });
      return Object.keys(catalog).length === 0 ? {} : { catalog };
    }
    case 'carousel':
      return { carousel: { cards: draft.carousel.cards.map(slideOf) } };
    default:
      return {};
  }
}

const slideOf = ({ kind, media, message, link }: ContentDraft['carousel']['cards'][number]): Fields => ({
  ...filled({ message }),
  header: { type: kind, media: mediaOf(media) },
  link: { title: link.title.trim(), url: link.url.trim() },
});

/** Written one below the other, or with commas between them. */
export const listedIds = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((id) => id.trim())
    .filter((id) => id !== '');

export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
