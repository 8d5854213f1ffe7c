// Security tokens: made by us from 32 random bytes, or chosen by the customer and then held to be strong enough.

import { randomBytes } from 'node:crypto';
import {
  countDifferent,
  findTokenWeakness,
  type TokenWeakness,
  tokenCharactersMax,
  tokenCharactersMin,
  tokenDifferentMin,
} from '@hudhud/contract/token-rules.ts';

export const makeToken = (): string => `hud_${randomBytes(32).toString('base64url')}`;

const sentences: Readonly<Record<TokenWeakness, (token: string) => string>> = {
  invisible: () =>
    'A token may hold only visible ASCII characters and no spaces, because it travels in an HTTP header.',
  too_short: ({ length }) => `The token has ${length} characters; it needs at least ${tokenCharactersMin}.`,
  too_long: ({ length }) => `The token has ${length} characters; at most ${tokenCharactersMax} are allowed.`,
  too_uniform: (token) =>
    `The token uses only ${countDifferent(token)} different characters; use at least ${tokenDifferentMin}.`,
  repeated: () => 'The token repeats one piece of text again and again.',
  run: () => 'Most of the token is a run of neighbouring characters, such as abcd or 4321.',
  common_words: () => 'Most of the token is made of words that everybody tries first.',
};

/** Why a chosen token is too weak, as a sentence for the person who chose it; null when it is not. */
export const explainTokenWeakness = (token: string): string | null => {
  const weakness = findTokenWeakness(token);
  return weakness && sentences[weakness](token);
};
