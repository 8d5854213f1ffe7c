// Phone numbers as people and spreadsheets write them, made E.164 or refused with the reason. Nothing is guessed: a number
// that could be two numbers is refused, because a wrong one reaches a stranger.

import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { personKey } from './person-key.ts';

export type ReadNumber =
  | { readonly kind: 'read'; readonly phoneNumber: string }
  | {
      readonly kind: 'refused';
      readonly code: 'invalid_phone_number' | 'default_country_missing';
      readonly detail: string;
    };

export interface NumberReading {
  /** Two letters; null: none. */
  readonly country: string | null;
  /** Numbers without a plus have their country code all the same. */
  readonly isInternational?: boolean;
}

export const isCountry = (country: string): country is CountryCode => isSupportedCountry(country);

const refuse = (
  detail: string,
  code: 'invalid_phone_number' | 'default_country_missing' = 'invalid_phone_number',
): ReadNumber => ({ kind: 'refused', code, detail });

/** The zeros of the decimal digits that people type besides ours: Arabic, Persian, Devanagari, Bengali, full width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];

const toDigit = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((candidate) => code >= candidate && code < candidate + 10);
  return zero === undefined ? character : String(code - zero);
};

/** Marks of writing direction, and other invisible characters. */
const invisible = /[\p{Cf}\p{Cc}]/gu;
/** Hyphens and dashes that word processors put in place of a plain one. */
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const spreadsheetText = /^="(.*)"$/;

const tidy = (text: string): string =>
  [...text.replace(invisible, '').trim().replace(spreadsheetText, '$1')]
    .map(toDigit)
    .join('')
    .replace(/＋/g, '+')
    .replace(dashes, '-')
    .replace(/^'|^tel:/i, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

const scientific = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;

/** Restores a long number from a spreadsheet's notation: all of its digits, or null when some are lost. */
const expand = (text: string): string | null => {
  const found = scientific.exec(text);
  if (!found) return null;
  const [, first = '', rest = '', power = ''] = found;
  return rest.length >= Number(power) ? `${first}${rest.slice(0, Number(power))}` : null;
};

/**
 * Only whether a number is possible is checked: number plans change faster than any table of valid ones, and a provider's
 * answer is the last word. Two exceptions: a number that would be valid without its last digit has a digit too many, and
 * WhatsApp's own forms of a number (Mexico's 521...) count as the number.
 */
const parse = (text: string): string | null => {
  const number = parsePhoneNumberFromString(text);
  if (number?.isPossible()) {
    const hasDigitTooMany =
      !number.isValid() && parsePhoneNumberFromString(number.number.slice(0, -1))?.isValid() === true;
    return hasDigitTooMany ? null : number.number;
  }
  const key = personKey(text);
  return key !== text && parsePhoneNumberFromString(key)?.isPossible() ? text : null;
};

/** Without its country code a number that lacks a digit looks like another one, so it must fit the plan of the country. */
const parseLocal = (text: string, country: CountryCode): string | null => {
  const number = parsePhoneNumberFromString(text, country);
  return number?.isValid() ? number.number : null;
};

const read = (phoneNumber: string | null, otherwise: string): ReadNumber =>
  phoneNumber === null ? refuse(otherwise) : { kind: 'read', phoneNumber };

const readLocal = (digits: string, { country, isInternational }: NumberReading): ReadNumber => {
  if (isInternational && !digits.startsWith('0'))
    return read(parse(`+${digits}`), 'This is no possible number in international format.');
  if (country === null || !isCountry(country)) {
    return refuse(
      'The number has no country code. Write it with +, or name a default country.',
      'default_country_missing',
    );
  }
  return read(
    parseLocal(digits, country),
    `This is no possible number of ${country}; write other ones with +.`,
  );
};

const looseForm = /^(?:\+|00)[\d ().-]+$/;

/** Digits with their country code, whether or not the country has such numbers; null for what has another form. */
export const readLooseNumber = (text: string): string | null => {
  const tidied = tidy(text);
  if (!looseForm.test(tidied)) return null;
  const digits = tidied.replace(/\D/g, '').replace(/^00/, '');
  return /^[1-9]\d{4,19}$/.test(digits) ? `+${digits}` : null;
};

export const readPhoneNumber = (text: string, reading: NumberReading): ReadNumber => {
  const tidied = tidy(text);
  if (tidied === '') return refuse('The phone number is empty.');
  const expanded = scientific.test(tidied) ? expand(tidied) : tidied;
  if (expanded === null)
    return refuse(
      'A spreadsheet cut this number (for example 9.66501E+11): its last digits are lost. Format the column as text and save the file again.',
    );
  const whole = expanded.replace(/^(\+?\d{6,})\.0+$/, '$1');
  if (/[,;/|\n]/.test(whole)) return refuse('There is more than one number; one is allowed.');
  if (!/^\+?[\d ().-]+$/.test(whole)) return refuse('The number holds something that is not a digit.');
  const digits = whole.replace(/\D/g, '');
  if (digits.length < 5 || digits.length > 20) return refuse('A phone number has 5 to 15 digits.');
  if (whole.startsWith('+'))
    return read(parse(`+${digits}`), 'This is no possible number in international format.');
  if (digits.startsWith('00'))
    return read(parse(`+${digits.slice(2)}`), 'This is no possible number in international format.');
  return readLocal(digits, reading);
};
