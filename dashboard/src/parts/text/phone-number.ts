// Phone numbers as people type them. The gateway has the last word; these checks only spare a round trip.

export type PhoneNumberProblem = 'empty' | 'no_plus' | 'not_digits' | 'wrong_length';

/** A number without the spaces, dashes and brackets that people put into it. */
export const tidyPhoneNumber = (text: string): string =>
  text.replaceAll(/[\s().\u200e\u200f\u2066-\u2069-]/g, '');

export function checkPhoneNumber(text: string): PhoneNumberProblem | null {
  const number = tidyPhoneNumber(text);
  if (number === '') return 'empty';
  if (!number.startsWith('+')) return 'no_plus';
  if (!/^\+\d+$/.test(number)) return 'not_digits';
  return number.length >= 8 && number.length <= 16 ? null : 'wrong_length';
}
