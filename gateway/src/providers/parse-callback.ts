// The JSON of a callback, in a form that can be kept: ids that are too big for a number stay whole, and every text is one
// that PostgreSQL takes. The signature is checked on the bytes before this.

import { refuseJsonExcess } from '../platform/http/json-bounds.ts';
import { isJsonObject } from '../platform/json.ts';
import type { CallbackItem } from './callback.ts';

export type ParsedCallback =
  | { readonly kind: 'parsed'; readonly body: unknown }
  | { readonly kind: 'unreadable' };

/** A long number, NUL, or half of a surrogate pair; a text without any of them is parsed the quick way. */
const needsCare = /[:[,]\s*-?\d{16}|\\u(0000|d[89a-f])/i;

const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');

const keepWhole = (_key: string, value: unknown, context?: { source?: string }): unknown => {
  if (typeof value === 'string') return storable(value);
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
  }
  if (!isJsonObject(value) || Object.keys(value).every((key) => storable(key) === key)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), part]));
};

export const parseCallback = (bytes: Buffer): ParsedCallback => {
  refuseJsonExcess(bytes);
  const text = bytes.toString('utf8');
  try {
    const body: unknown = needsCare.test(text) ? JSON.parse(text, keepWhole) : JSON.parse(text);
    return { kind: 'parsed', body };
  } catch {
    return { kind: 'unreadable' };
  }
};

/** A part that is kept without being understood, and does not name its number: it is about the one that the address names. */
export const noticeOf = (topic: string, raw: unknown): CallbackItem => ({
  kind: 'notice',
  account: null,
  topic,
  raw,
});
