// Phone numbers in international format. Only whether a number is possible is checked: number plans change faster than
// any table of valid ones, and a provider's answer is the last word.

import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { memoize } from './memo.ts';

/** Digits with the separators people paste. Letters, extensions and other digits than 0-9 are typing mistakes here. */
const writtenForm = /^\+[0-9][0-9 ().\-\u00a0]{5,30}$/;

/**
 * E.164, or null when the text is not a possible number in international format. Parsing takes about 9 us, a request asks
 * twice (check, then canonical form), and the same people are written to again and again.
 */
export const parsePhoneNumber: (text: string) => string | null = memoize(20_000, (text) => {
  if (!writtenForm.test(text)) return null;
  const number = parsePhoneNumberFromString(text);
  return number?.isPossible() ? number.number : null;
});

export const isPhoneNumber = (text: string): boolean => parsePhoneNumber(text) !== null;
