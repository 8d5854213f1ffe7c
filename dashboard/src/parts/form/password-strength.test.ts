import { expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

it.each([
  ['', 'too_short'],
  ['short-one', 'too_short'],
  ['🦜🦜🦜🦜🦜', 'too_short'],
  ['abcabcabcabc', 'weak'],
  ['1234567890', 'weak'],
  ['aabbaabbabab', 'weak'],
  ['Sunflower7', 'fair'],
  ['violet-harbour-47', 'strong'],
  ['correct horse battery staple', 'strong'],
  ['كلمات لا علاقة بينها', 'strong'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
