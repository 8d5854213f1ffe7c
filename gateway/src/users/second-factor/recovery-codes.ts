// Codes for the day on which the phone is lost. Each works once; only digests are stored.

import { createHash, randomInt } from 'node:crypto';

const codesCount = 10;
const groups = 3;
const groupCharacters = 4;
/** Without the characters that people mix up. 12 of them are almost 60 bits, and tries are throttled. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: codesCount }, () =>
    Array.from({ length: groups }, () => randomText(groupCharacters)).join('-'),
  );

/** Dashes, spaces and capital letters do not matter. */
export const digestRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest();
