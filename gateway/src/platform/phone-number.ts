// Phone numbers in international format, as the API takes them: read as contacts read them, with the country code.

import { memoize } from './memo.ts';
import { readLooseNumber, readPhoneNumber } from './read-phone-number.ts';

/**
 * E.164, or null when the text is not a possible number in international format. Parsing takes about 9 us, a request asks
 * twice (check, then canonical form), and the same people are written to again and again.
 */
export const parsePhoneNumber: (text: string) => string | null = memoize(20_000, (text) => {
  if (text.length > textCharactersMax) return null;
  const read = readPhoneNumber(text, { country: null });
  return read.kind === 'read' ? read.phoneNumber : null;
});

/** Longer than any way to write one number. */
const textCharactersMax = 60;

export const isPhoneNumber = (text: string): boolean => parsePhoneNumber(text) !== null;

/** A possible number, or one that has the form of a number: it may be that of a person who has written in. */
export const isLikePhoneNumber = (text: string): boolean =>
  isPhoneNumber(text) || toLooseNumber(text) !== null;

export const toLooseNumber = (text: string): string | null =>
  text.length > textCharactersMax ? null : readLooseNumber(text);
