// When a token that a customer chooses is too weak. Here, because the dashboard checks it while the user types, by the
// same rules as the gateway that refuses it.

export const tokenCharactersMin = 24;
export const tokenCharactersMax = 512;
export const tokenDifferentMin = 10;

export const tokenWeaknesses = [
  'invisible',
  'too_short',
  'too_long',
  'too_uniform',
  'repeated',
  'run',
  'common_words',
] as const;
export type TokenWeakness = (typeof tokenWeaknesses)[number];

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

/** How many different characters a token has; capital letters count as small ones. */
export const countDifferent = (token: string): number => new Set(token.toLowerCase()).size;

/**
 * Why a chosen token is too weak, or null. A token is tried over the network by people who know neither its length nor
 * its alphabet, so what matters is that it is long and neither a pattern nor a phrase everybody would try.
 */
export const findTokenWeakness = (token: string): TokenWeakness | null => {
  // It travels in an HTTP header.
  if (token !== '' && !/^[\x21-\x7e]+$/.test(token)) return 'invisible';
  if (token.length < tokenCharactersMin) return 'too_short';
  if (token.length > tokenCharactersMax) return 'too_long';
  if (countDifferent(token) < tokenDifferentMin) return 'too_uniform';
  if (isRepeated(token)) return 'repeated';
  if (isRun(token)) return 'run';
  if (token.replaceAll(commonWords, '').length < tokenCharactersMin / 2) return 'common_words';
  return null;
};
