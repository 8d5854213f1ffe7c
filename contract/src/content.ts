// The content of a message, by kind. The same fields go out and come in: a send request, a stored message and an event carry
// these fields. `message` is always the text that a person reads first: the text, the caption, the body of an interactive
// message. Limits are those of the Cloud API, the strictest that every provider of ours shares.

import type { Static } from 'typebox';
import type { ContentKind } from './content-kind.ts';
import { contacts } from './content-kinds/contacts.ts';
import { audio, document, image, sticker, video } from './content-kinds/files.ts';
import { buttons, carousel, flow, interactive, link, list } from './content-kinds/interactive.ts';
import { location, locationRequest } from './content-kinds/places.ts';
import { catalog, product, products } from './content-kinds/products.ts';
import { reaction } from './content-kinds/reaction.ts';
import { otp, template } from './content-kinds/templates.ts';
import { text } from './content-kinds/text.ts';

const ownKinds = {
  text,
  image,
  video,
  audio,
  document,
  sticker,
  location,
  contacts,
  reaction,
  buttons,
  list,
  link,
  location_request: locationRequest,
  flow,
  product,
  products,
  catalog,
  carousel,
  interactive,
  template,
  otp,
} as const;

// A reader of a message's content needs the type of its template too.
export { TemplateRequest } from './content-kinds/templates.ts';

export type OwnKinds = typeof ownKinds;
export type ContentType = keyof OwnKinds;
export const contentTypes = Object.keys(ownKinds) as readonly ContentType[];

export type ContentOf<Kind extends ContentType> = Static<OwnKinds[Kind]['schema']>;
/** The content of a message; `type` says the kind. */
export type MessageContent = { [Kind in ContentType]: ContentOf<Kind> }[ContentType];

const kinds = new Map<string, ContentKind>(Object.entries(ownKinds));

/**
 * A kind that is not ours. Schemas of requests are built when a gateway starts: it must be known before. Answers with a
 * function that takes it away again.
 */
export const addContentKind = (kind: ContentKind): (() => void) => {
  if (kinds.has(kind.name)) throw new Error(`There is a content of the kind "${kind.name}" already.`);
  kinds.set(kind.name, kind);
  return () => void kinds.delete(kind.name);
};

export const contentKinds = (): readonly ContentKind[] => [...kinds.values()];

/** Contents are checked when they come in, so their kind is known. */
export const kindOf = (type: string): ContentKind => {
  const kind = kinds.get(type);
  if (!kind) throw new Error(`There is no content of the kind "${type}".`);
  return kind;
};

/** A plain text is kept as `body` alone, without `content`. */
export const isPlainText = (content: MessageContent): boolean =>
  content.type === 'text' && content.preview_url === undefined && fallbackOf(content) === null;

type FilledTemplate = ContentOf<'template'>['template'];

/** The template that is sent instead when the window closes before its turn; null: none was named. */
export const fallbackOf = (content: MessageContent): FilledTemplate | null =>
  (content as { readonly fallback_template?: FilledTemplate }).fallback_template ?? null;

export const withFallback = (content: MessageContent, template: FilledTemplate): MessageContent =>
  Object.assign({ ...content }, { fallback_template: template });
