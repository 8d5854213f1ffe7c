// The country of a phone number or of WhatsApp's id of a person, for what depends on it: prices.

import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Enough digits to tell apart the countries that share a code, few enough that the cache finds them often. */
const prefixDigits = 8;
const startsMax = 20_000;
const countryByStart = new Map<string, string>();

const userIdForm = /^([A-Z]{2})\./;

/** Reading a number takes 20 µs, and every delivered message needs it; numbers that begin alike are of one country. */
const countryOfNumber = (digits: string): string => {
  const start = digits.slice(0, prefixDigits);
  const known = countryByStart.get(start);
  if (known !== undefined) return known;
  const country = parsePhoneNumberFromString(`+${digits}`)?.country ?? '';
  if (country === '') return country;
  if (countryByStart.size >= startsMax) countryByStart.clear();
  countryByStart.set(start, country);
  return country;
};

/** Two letters; empty when it is not known. `address` is digits, with or without their plus, or a user id. */
export const countryOf = (address: string): string => {
  const userId = userIdForm.exec(address)?.[1];
  if (userId) return userId;
  const digits = address.replace(/\D/g, '');
  return digits === '' ? '' : countryOfNumber(digits);
};
