import { expect, it } from 'vitest';
import { checkText, countCharacters } from './check-text.ts';

it('needs one visible character and has an upper limit', () => {
  expect(checkText(' \n', 10)).toBe('empty');
  expect(checkText('x'.repeat(11), 10)).toBe('too_long');
  expect(checkText('x'.repeat(10), 10)).toBeNull();
});

it('counts an emoji once', () => {
  expect(countCharacters('👋🏽')).toBe(2);
  expect(checkText('😀'.repeat(10), 10)).toBeNull();
});
