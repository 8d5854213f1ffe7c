// Reads the definition of a template, as WhatsApp has it, into its parts and their variables. Shared by the gateway, which
// fills them, and by the dashboard, which asks for them and shows a preview.

import { type Fields, fieldsIn, isFields, textOf } from './component-fields.ts';

export type DefinedHeaderKind = 'text' | 'image' | 'video' | 'document' | 'gif' | 'location' | 'product';

export interface DefinedHeader {
  readonly kind: DefinedHeaderKind;
  /** The text of a text header; empty for every other kind. */
  readonly text: string;
  readonly variables: readonly string[];
}

export interface DefinedButton {
  readonly index: number;
  /** In small letters: quick_reply, url, phone_number, copy_code, otp, flow, catalog, mpm, spm or a new word. */
  readonly kind: string;
  readonly text: string;
  /** The address or the number; null for every other kind. */
  readonly target: string | null;
  /** Something must be said for it when it is sent. */
  readonly needsValue: boolean;
  /** Something may be said for it. */
  readonly takesValue: boolean;
}

export interface DefinedPart {
  readonly header: DefinedHeader | null;
  readonly body: string;
  /** The variables of the body, in the order in which they first appear. */
  readonly variables: readonly string[];
  readonly buttons: readonly DefinedButton[];
}

export interface TemplateDefinition extends DefinedPart {
  readonly footer: string | null;
  readonly offer: { readonly text: string; readonly hasExpiry: boolean } | null;
  /** Null: it is no carousel. */
  readonly cards: readonly DefinedPart[] | null;
  /** A code is filled into the body and the button alike. */
  readonly isAuthentication: boolean;
}

const word = (value: unknown): string => textOf(value).toLowerCase();

export const variablePattern = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

/** Each variable once, in the order of the text. */
export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(variablePattern)].map((match) => match[1] ?? '')),
];

const headerKinds: readonly string[] = ['text', 'image', 'video', 'document', 'gif', 'location', 'product'];

const readHeader = (component: Fields | undefined): DefinedHeader | null => {
  if (!component) return null;
  const format = word(component.format) || 'text';
  const kind = (headerKinds.includes(format) ? format : 'text') as DefinedHeaderKind;
  const text = kind === 'text' ? textOf(component.text) : '';
  return { kind, text, variables: variablesOf(text) };
};

/** Kinds that need a value with every message, and those that may have one. */
const needing = new Set(['copy_code', 'mpm']);
const taking = new Set(['quick_reply', 'copy_code', 'flow', 'catalog', 'mpm']);

const readButton = (button: Fields, index: number, isAuthentication: boolean): DefinedButton => {
  const declared = word(button.type);
  // WhatsApp reads the button of a one-time code back as an address.
  const kind = isAuthentication && declared === 'url' ? 'otp' : declared;
  const url = textOf(button.url);
  const hasVariable = kind === 'url' && variablesOf(url).length > 0;
  return {
    index,
    kind,
    text: textOf(button.text),
    target: kind === 'url' ? url : kind === 'phone_number' ? textOf(button.phone_number) : null,
    needsValue: hasVariable || needing.has(kind),
    takesValue: hasVariable || taking.has(kind),
  };
};

/** WhatsApp writes the text of one-time codes itself, and does not always return it. */
const codeText = (body: Fields | undefined): string => {
  const text = textOf(body?.text) || '*{{1}}* is your verification code.';
  const advice = 'For your security, do not share this code.';
  return body?.add_security_recommendation === true && !text.includes(advice) ? `${text} ${advice}` : text;
};

const readFooter = (footer: Fields | undefined): string | null => {
  const text = textOf(footer?.text);
  if (text !== '') return text;
  const minutes = footer?.code_expiration_minutes;
  return typeof minutes === 'number' ? `This code expires in ${minutes} minutes.` : null;
};

const readPart = (components: readonly Fields[], isAuthentication: boolean): DefinedPart => {
  const find = (type: string) => components.find((component) => word(component.type) === type);
  const body = isAuthentication ? codeText(find('body')) : textOf(find('body')?.text);
  return {
    header: readHeader(find('header')),
    body,
    variables: variablesOf(body),
    buttons: fieldsIn(find('buttons')?.buttons).map((button, index) =>
      readButton(button, index, isAuthentication),
    ),
  };
};

export const readDefinition = (components: unknown, category: string): TemplateDefinition => {
  const parts = fieldsIn(components);
  const find = (type: string) => parts.find((component) => word(component.type) === type);
  const isAuthentication = category.toLowerCase() === 'authentication';
  const offer = find('limited_time_offer')?.limited_time_offer;
  const carousel = find('carousel');
  return {
    ...readPart(parts, isAuthentication),
    footer: readFooter(find('footer')),
    offer: isFields(offer) ? { text: textOf(offer.text), hasExpiry: offer.has_expiration !== false } : null,
    cards: carousel
      ? fieldsIn(carousel.cards).map((card) => readPart(fieldsIn(card.components), false))
      : null,
    isAuthentication,
  };
};
