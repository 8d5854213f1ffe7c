import { describe, expect, it } from 'vitest';
import { judgeToken } from './token-strength.ts';

describe('a chosen token', () => {
  it.each([
    ['', 'too_short', 0],
    ['kEBHGnmT72xy', 'too_short', 23],
    ['kEBHGnmT72xy purple ostrich', 'invisible', 30],
    ['aB3$xY9!qWaB3$xY9!qWaB3$xY9!qW', 'repeated', 30],
    ['password-secret-token-123456', 'common_words', 30],
  ])('%s is weak, with the reason of the gateway', (token, weakness, percent) => {
    expect(judgeToken(token)).toEqual({ weakness, level: 'weak', percent });
  });

  it('is good when the gateway takes it, and strong when it is longer than it has to be', () => {
    expect(judgeToken('kEBHGnmT72xy-purple-ostrich')).toMatchObject({ weakness: null, level: 'good' });
    const long = 'kEBHGnmT72xy-purple-ostrich-violet-harbour';
    expect(judgeToken(long)).toEqual({ weakness: null, level: 'strong', percent: 100 });
  });
});
