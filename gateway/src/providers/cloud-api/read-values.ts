// Values that only the Cloud API writes in this form, each read leniently: a missing value or one of another type is null.

import { type Fields, isShallow } from '../read-values.ts';
import { asText } from './graph-error.ts';

export const upper = (value: unknown): string => (asText(value) ?? '').toUpperCase();

export const asFlag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** Seconds as text, or as a number. Null for a time that cannot be read. */
export const readTime = (value: unknown): Date | null => {
  const text = asText(value) ?? '';
  return /^[1-9]\d{0,10}$/.test(text) ? new Date(Number(text) * 1000) : null;
};

export const readIsoTime = (value: unknown): string | null => readTime(value)?.toISOString() ?? null;

/** All but the named members, without those that are nested without end. Null when nothing is left. */
export const restOf = (fields: Fields, named: ReadonlySet<string>): Fields | null => {
  const rest = Object.entries(fields).filter(([key, value]) => !named.has(key) && isShallow(value));
  return rest.length > 0 ? Object.fromEntries(rest) : null;
};
