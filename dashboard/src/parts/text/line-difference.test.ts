import { describe, expect, it } from 'vitest';
import { compareLines } from './line-difference.ts';

const signs = { same: ' ', gone: '-', new: '+' } as const;
const shown = (before: string, after: string): string =>
  compareLines(before, after)
    .map(({ kind, text }) => `${signs[kind]}${text}`)
    .join('|');

describe('two texts compared by lines', () => {
  it('say which lines went and which came', () => {
    expect(shown('{\n"to": "12",\n"message": "Hi"\n}', '{\n"to": "+966",\n"message": "Hi"\n}')).toBe(
      ' {|-"to": "12",|+"to": "+966",| "message": "Hi"| }',
    );
    expect(shown('a\nb', 'a\nb')).toBe(' a| b');
    expect(shown('a', 'b\na\nc')).toBe('+b| a|+c');
    expect(shown('a\nb\nc', 'c')).toBe('-a|-b| c');
  });

  it('give back both texts whole', () => {
    const lines = compareLines('a\nb\nc\nd', 'b\nx\nd\ne');
    const side = (left: 'gone' | 'new') =>
      lines
        .filter(({ kind }) => kind !== left)
        .map(({ text }) => text)
        .join('');
    expect([side('new'), side('gone')]).toEqual(['abcd', 'bxde']);
  });
});
