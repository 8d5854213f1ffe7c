// Holds values against the types of the company's own fields. From a file everything is text, and is read as the field
// wants it; from the API a number is a number.

import type { FieldType } from '@hudhud/contract/contacts.ts';
import { foldText } from '../fold-text.ts';

export interface FieldDefinition {
  readonly name: string;
  readonly type: FieldType;
  readonly choices: readonly string[];
}

export type FieldDefinitions = ReadonlyMap<string, FieldDefinition>;

export const toDefinitions = (rows: readonly FieldDefinition[]): FieldDefinitions =>
  new Map(rows.map((row) => [row.name, row]));

export type CheckedValue =
  | { readonly kind: 'good'; readonly value: string | number | boolean | null }
  | { readonly kind: 'bad'; readonly detail: string };

const good = (value: string | number | boolean | null): CheckedValue => ({ kind: 'good', value });
const bad = (detail: string): CheckedValue => ({ kind: 'bad', detail });

const textMax = 1_000;

const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

const checkText = (definition: FieldDefinition, text: string): CheckedValue => {
  const { name, type, choices } = definition;
  if (text.length > textMax) return bad(`"${name}" has more than ${textMax} characters.`);
  if (type === 'date') return isDate(text) ? good(text) : bad(`"${name}" must be a date such as 2026-11-15.`);
  if (type === 'choice') {
    const chosen = choices.find((choice) => foldText(choice) === foldText(text));
    return chosen === undefined ? bad(`"${name}" must be one of: ${choices.join(', ')}.`) : good(chosen);
  }
  return good(text);
};

/** A value from the API. Null takes the value away. */
export const checkValue = (definition: FieldDefinition, value: unknown): CheckedValue => {
  const { name, type } = definition;
  if (value === null) return good(null);
  if (type === 'number') {
    return typeof value === 'number' && Number.isFinite(value)
      ? good(value)
      : bad(`"${name}" must be a number.`);
  }
  if (type === 'boolean')
    return typeof value === 'boolean' ? good(value) : bad(`"${name}" must be true or false.`);
  return typeof value === 'string' ? checkText(definition, value) : bad(`"${name}" must be a text.`);
};

const yes = new Set(['true', 'yes', 'y', '1', 'نعم', 'صح', 'صحيح', 'x', '✓']);
const no = new Set(['false', 'no', 'n', '0', 'لا', 'خطا', 'خطأ']);
const arabicDigits = /[٠-٩]/g;

const readNumber = (text: string): number => {
  const digits = text
    .replace(arabicDigits, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/٫/g, '.')
    .replace(/[\s\u00a0٬]/g, '');
  // A comma before exactly three digits parts thousands; any other could mean two things.
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits) ? digits.replaceAll(',', '') : digits;
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
};

/** 2026-11-15, 15.11.2026 and 15/11/2026; with slashes only when the first number cannot be a month. */
const readDate = (text: string): string | null => {
  const plain = text.replace(arabicDigits, (digit) => String(digit.charCodeAt(0) - 0x0660)).trim();
  const iso = plain.replace(/[T ]00:00:00(\.0+)?Z?$/, '');
  if (isDate(iso)) return iso;
  const found = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(plain);
  if (!found) return null;
  const [, day = '', separator, month = '', year = ''] = found;
  if (separator !== '.' && Number(day) <= 12 && day !== month) return null;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : null;
};

/** A cell of a file; an empty one says nothing. */
export const readCell = (definition: FieldDefinition, cell: string): CheckedValue => {
  const text = cell.trim();
  const { name, type } = definition;
  if (type === 'number') {
    const number = readNumber(text);
    return Number.isFinite(number)
      ? good(number)
      : bad(`"${name}" is no number that can be read: ${text.slice(0, 50)}`);
  }
  if (type === 'boolean') {
    const word = text.toLowerCase();
    if (yes.has(word)) return good(true);
    return no.has(word) ? good(false) : bad(`"${name}" is neither yes nor no: ${text.slice(0, 50)}`);
  }
  if (type === 'date') {
    const date = readDate(text);
    return date === null
      ? bad(
          `"${name}" is no date that can be read in one way only; write it as 2026-11-15: ${text.slice(0, 50)}`,
        )
      : good(date);
  }
  return checkText(definition, text);
};
