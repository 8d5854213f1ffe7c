// Values of the Cloud API's JSON, each read leniently: what is missing or of another type is null.

import { asFields, asText } from './graph-error.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const listOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(asFields).filter((item) => item !== null) : [];

export const asNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

export const asFlag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** Seconds as text, or as a number. Null for a time that cannot be read. */
export const readTime = (value: unknown): Date | null => {
  const text = asText(value) ?? '';
  return /^[1-9]\d{0,10}$/.test(text) ? new Date(Number(text) * 1000) : null;
};

export const readIsoTime = (value: unknown): string | null => readTime(value)?.toISOString() ?? null;

/** Drops what is not there, so that a part is either present or not mentioned. */
export const present = <Part extends object>(part: Part): { [Name in keyof Part]: NonNullable<Part[Name]> } =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null && value !== undefined)) as {
    [Name in keyof Part]: NonNullable<Part[Name]>;
  };

/** Deeper than any message of a person; beyond it, code that writes it out as JSON could run out of stack. */
const depthMax = 100;

export const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < depthMax && Object.values(value).every((part) => isShallow(part, depth + 1)));

/** All but the named members, without those that are nested without end. Null when nothing is left. */
export const restOf = (fields: Fields, told: ReadonlySet<string>): Fields | null => {
  const rest = Object.entries(fields).filter(([key, value]) => !told.has(key) && isShallow(value));
  return rest.length > 0 ? Object.fromEntries(rest) : null;
};
