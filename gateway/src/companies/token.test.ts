import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quickest } from '../../tests/support/quickest.ts';
import { explainTokenWeakness, makeToken } from './token.ts';

describe('a token that we make', () => {
  it('is strong by our own measure, and never the same twice', () => {
    const made = Array.from({ length: 500 }, makeToken);
    expect(new Set(made).size).toBe(500);
    for (const token of made) {
      expect(token).toMatch(/^hud_[A-Za-z0-9_-]{43}$/);
      expect(explainTokenWeakness(token)).toBeNull();
    }
  });
});

describe('a token that the customer chooses', () => {
  it.each([
    'kEBHGnmT72xy-purple-ostrich',
    'correct-horse-battery-staple',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
    'Q7!w#z$k%J^m&p*R(t)9~x{L}',
  ])('%s is good', (token) => {
    expect(explainTokenWeakness(token)).toBeNull();
  });

  it.each([
    ['too short', 'Xk9-short', '9 characters'],
    ['one character too short', 'kEBHGnmT72xy-purple-ost', '23 characters'],
    ['too long', `${'kEBHGnmT72xy-purple-ostrich'.repeat(20)}`, 'at most 512'],
    ['with a space', 'kEBHGnmT72xy purple ostrich', 'no spaces'],
    ['with other than ASCII', 'kEBHGnmT72xy-pürple-ostrich', 'ASCII'],
    ['with a line end', 'kEBHGnmT72xy-purple-ostrich\n', 'ASCII'],
    ['of few characters', 'abababcabababcabababcabab', 'different characters'],
    ['that repeats itself', 'aB3$xY9!qW'.repeat(3), 'repeats'],
    ['that repeats itself with a rest', `${'aB3$xY9!qW'.repeat(2)}aB3$xY`, 'repeats'],
    ['that counts', 'abcdefghijklmnopqrstuvwxyz', 'run'],
    ['that counts backwards', 'zyxwvutsrqponmlkjihgfedcba', 'run'],
    ['of words that everybody tries', 'password-secret-token-123456', 'words'],
    ['of words that everybody tries, in other letters', 'PassWord-HUDHUD-WhatsApp-1', 'words'],
  ])('that is %s is refused with the reason', (_name, token, reason) => {
    expect(explainTokenWeakness(token)).toContain(reason);
  });

  it('is judged in short time, however long it is', () => {
    const token = 'ab'.repeat(500_000);
    expect(
      quickest(() => explainTokenWeakness(token)),
      'in time',
    ).toBeLessThan(500);
  });

  it('is never repeated in the reason', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 5, maxLength: 23 }), (token) => {
        expect(explainTokenWeakness(token)).not.toContain(`"${token}"`);
      }),
    );
  });
});
