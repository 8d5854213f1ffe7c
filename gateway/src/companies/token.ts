// Security tokens: made by us from 32 random bytes, or chosen by the customer and then held to be strong enough.

import { randomBytes } from 'node:crypto';

export const tokenCharactersMin = 24;
const tokenCharactersMax = 512;

export const makeToken = (): string => `hud_${randomBytes(32).toString('base64url')}`;

const isRun = (text: string): boolean => {
  let steps = 0;
  for (let index = 1; index < text.length; index += 1) {
    if (Math.abs(text.charCodeAt(index) - text.charCodeAt(index - 1)) <= 1) steps += 1;
  }
  return steps > text.length * 0.6;
};

const isRepeated = (text: string): boolean => {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const piece = text.slice(0, length);
    if (piece.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return true;
  }
  return false;
};

const commonWords =
  /password|passw0rd|secret|token|qwerty|letmein|welcome|changeme|hudhud|whatsapp|12345|abcdef/gi;

/**
 * Why a chosen token is too weak, or null. A token is tried over the network by people who know neither its length nor
 * its alphabet, so what matters is that it is long and neither a pattern nor a phrase everybody would try.
 */
export const findTokenWeakness = (token: string): string | null => {
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return 'A token may hold only visible ASCII characters and no spaces, because it travels in an HTTP header.';
  }
  if (token.length < tokenCharactersMin) {
    return `The token has ${token.length} characters; it needs at least ${tokenCharactersMin}.`;
  }
  if (token.length > tokenCharactersMax) {
    return `The token has ${token.length} characters; at most ${tokenCharactersMax} are allowed.`;
  }
  const characters = new Set(token.toLowerCase());
  if (characters.size < 10) {
    return `The token uses only ${characters.size} different characters; use at least 10.`;
  }
  if (isRepeated(token)) return 'The token repeats one piece of text again and again.';
  if (isRun(token)) return 'Most of the token is a run of neighbouring characters, such as abcd or 4321.';
  if (token.replaceAll(commonWords, '').length < tokenCharactersMin / 2) {
    return 'Most of the token is made of words that everybody tries first.';
  }
  return null;
};
