import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillPlaceholders } from '../messages/fill-placeholders.ts';
import { checkText, listPlaceholders } from './placeholders.ts';

describe('the placeholders of a text', () => {
  it.each([
    ['Hello', []],
    ['{{name}}', [{ name: 'name', hasFallback: false }]],
    [
      '{{ name | there }} {{city}}',
      [
        { name: 'name', hasFallback: true },
        { name: 'city', hasFallback: false },
      ],
    ],
    ['{{name|x}} {{name}}', [{ name: 'name', hasFallback: false }]],
    [
      '{{الاسم}} {{{{a}}',
      [
        { name: 'الاسم', hasFallback: false },
        { name: 'a', hasFallback: false },
      ],
    ],
    ['{{open', []],
  ])('of %j are found', (text, found) => {
    expect(listPlaceholders(text)).toEqual(found);
  });

  it('are all that filling asks for', () => {
    const piece = fc.constantFrom('{{', '}}', 'name', '|', ' ', 'x', '{', '}', 'ا', '\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        try {
          checkText(text);
        } catch {
          return;
        }
        const required = listPlaceholders(text).filter(({ hasFallback }) => !hasFallback);
        fillPlaceholders(text, Object.fromEntries(required.map(({ name }) => [name, 'v'])));
        for (const { name } of required) {
          const others = Object.fromEntries(required.map((one) => [one.name, 'v']));
          delete others[name];
          expect(() => fillPlaceholders(text, others)).toThrow();
        }
      }),
    );
  });

  it.each(['{{first name}}', '{{}}', '{{{{name}}}}'])('that nothing can fill are refused: %s', (text) => {
    expect(() => checkText(text)).toThrow();
  });
});
