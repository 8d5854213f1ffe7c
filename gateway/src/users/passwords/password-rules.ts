// Which passwords are refused: too short, too plain, or one that everybody tries first. Length is what counts, so there
// are no rules about digits and signs.

import { passwordCharactersMin } from '@hudhud/contract/input-limits.ts';
import { fieldProblem } from '../../platform/errors.ts';

/** The stem of most leaked passwords that have ten characters or more; digits and signs around it do not help. */
const commonPasswordStems = new Set(
  `password passwort passphrase qwerty qwertyuiop qwertyui qwertz azerty asdfghjkl zxcvbnm letmein welcome
  admin administrator iloveyou sunshine princess football baseball basketball superman batman dragon monkey
  master shadow michael jennifer charlie jordan liverpool chelsea arsenal barcelona manchester changeme
  changeit secret default computer internet samsung starwars trustno whatever mypassword
  whatsapp hudhud welcometo testtest testing guest login user root pass abcdefgh abcdefghij abcdefghijk abc
  mohammed muhammad ahmed bismillah allahuakbar saudi riyadh`.split(/\s+/),
);

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Letters only, with and without reading digits as letters. */
const stemsOf = (password: string): string[] => {
  const lower = password.toLowerCase();
  const read = lower.replace(/[\d@$!]/g, (sign) => leet[sign] ?? sign);
  const trimmed = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const trimmedRead = trimmed.replace(/[\d@$!]/g, (sign) => leet[sign] ?? sign);
  return [lower, read, trimmed, trimmedRead].map((text) => text.replace(/[^\p{L}]/gu, ''));
};

const isRepeated = (text: string): boolean => /^(.{1,5}?)\1+.{0,2}$/su.test(text);

const isRun = (text: string): boolean => {
  let steps = 0;
  for (let index = 1; index < text.length; index += 1) {
    if (Math.abs(text.charCodeAt(index) - text.charCodeAt(index - 1)) <= 1) steps += 1;
  }
  return steps >= text.length * 0.7;
};

const isCommon = (password: string): boolean =>
  /^\d*$/.test(password)
    ? password.length < 14
    : stemsOf(password).some(
        (stem) => commonPasswordStems.has(stem) || commonPasswordStems.has(stem.repeat(2)),
      );

/** `known` is what a stranger knows of the user: name, e-mail address, company. */
export const findPasswordWeakness = (password: string, known: readonly string[] = []): string | null => {
  const length = [...password].length;
  if (length < passwordCharactersMin) {
    return `The password has ${length} characters; it needs at least ${passwordCharactersMin}.`;
  }
  if (isRepeated(password) || isRun(password)) return 'The password is a pattern that is easy to guess.';
  if (isCommon(password)) return 'The password is one of those that everybody tries first.';
  const lower = password.toLowerCase();
  const parts = known
    .flatMap((text) => text.toLowerCase().split(/[\s@]+/))
    .filter((part) => part.length >= 4);
  const rest = parts.reduce((text, part) => text.replaceAll(part, ''), lower);
  if (rest.length < 5) return 'The password is made of your name, e-mail address or company.';
  return null;
};

export const requireStrongPassword = (
  password: string,
  pointer: string,
  known: readonly string[] = [],
): void => {
  const detail = findPasswordWeakness(password, known);
  if (detail === null) return;
  throw fieldProblem('password_too_weak', { pointer }, detail);
};
