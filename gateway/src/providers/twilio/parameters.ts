// The parameters of a callback, whether they came as a form or as JSON: flat, and without characters that PostgreSQL cannot
// store.

import type { Callback } from '../callback.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import { parseCallback } from '../parse-callback.ts';

export type Parameters = Readonly<Record<string, string>>;

type Pair = readonly [name: string, value: string];

const forms = new WeakMap<Buffer, readonly Pair[]>();

/** The parameters of a form in their order. They are signed and read: each body is parsed once. */
export const formIn = (body: Buffer): readonly Pair[] => {
  const known = forms.get(body);
  if (known) return known;
  const pairs = [...new URLSearchParams(body.toString('utf8'))];
  forms.set(body, pairs);
  return pairs;
};

const storable = (text: string): string =>
  (text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text).toWellFormed();

const fromPairs = (pairs: readonly Pair[]): Parameters =>
  Object.fromEntries(pairs.map(([name, value]) => [storable(name), storable(value)]));

/** Null for a body that is neither. */
export const readParameters = ({ body, headers }: Pick<Callback, 'body' | 'headers'>): Parameters | null => {
  const isJson = String(headers['content-type'] ?? '').includes('json') || body.at(0) === 0x7b;
  if (!isJson) {
    const pairs = formIn(body);
    return pairs.length === 0 ? null : fromPairs(pairs);
  }
  const parsed = parseCallback(body);
  const object = parsed.kind === 'parsed' ? asFields(parsed.body) : null;
  if (!object) return null;
  return fromPairs(
    Object.entries(object).map(([name, value]) => [name, asText(value) ?? JSON.stringify(value)] as const),
  );
};

/** Parameters as they were stored; they may have been changed since. */
export const asParameters = (raw: unknown): Parameters =>
  Object.fromEntries(
    Object.entries(asFields(raw) ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
