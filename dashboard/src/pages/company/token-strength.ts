// How good a chosen token is, while it is typed: by the gateway's own rules, and beyond them how much better it could be.

import {
  countDifferent,
  findTokenWeakness,
  type TokenWeakness,
  tokenCharactersMin,
} from '@hudhud/contract/token-rules.ts';

export interface TokenVerdict {
  /** Why the gateway would refuse it; null when it would not. */
  readonly weakness: TokenWeakness | null;
  readonly level: 'weak' | 'good' | 'strong';
  /** For a bar: 0 to 100. */
  readonly percent: number;
}

const strongCharacters = 32;
const strongDifferent = 16;

export function judgeToken(token: string): TokenVerdict {
  const weakness = findTokenWeakness(token);
  if (weakness !== null) {
    const share = Math.min(1, token.length / tokenCharactersMin);
    return { weakness, level: 'weak', percent: Math.round(share * (weakness === 'too_short' ? 45 : 30)) };
  }
  const isStrong = token.length >= strongCharacters && countDifferent(token) >= strongDifferent;
  return { weakness, level: isStrong ? 'strong' : 'good', percent: isStrong ? 100 : 70 };
}
