// Reads values from a provider's JSON: anything that is missing or of another type than expected is null or left out,
// because nothing in a callback may break us.

import type { JsonObject } from '../platform/json.ts';
import { asFields, asText } from './cloud-api/graph-error.ts';

export type Fields = JsonObject;

export const listOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(asFields).filter((item) => item !== null) : [];

export const asNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** The texts under one name in a list of objects. */
export const textsOf = (value: unknown, name: string): string[] =>
  listOf(value).flatMap((item) => asText(item[name]) ?? []);

/** Digits, also where they are written with a plus; null for anything else. */
export const readDigits = (value: unknown): string | null =>
  /^\+?(\d{5,20})$/.exec(asText(value) ?? '')?.[1] ?? null;

/** ISO 8601; some providers write the offset without its colon, which `Date` does not take. */
export const readIsoTime = (value: unknown): Date | null => {
  const text = (asText(value) ?? '').replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return null;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time;
};

/** Drops missing values, so that a part is either in an event or not mentioned. */
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
