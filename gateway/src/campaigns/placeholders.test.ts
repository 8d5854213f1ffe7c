import type { MessageContent } from '@hudhud/contract/content.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillPlaceholders } from '../messages/fill-placeholders.ts';
import { checkFillable, listPlaceholders } from './placeholders.ts';

const textOf = (message: string) => ({ type: 'text', message }) as const;
const checkText = (text: string) => checkFillable(textOf(text), '/text');

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
    expect(listPlaceholders(textOf(text))).toEqual(found);
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
        const required = listPlaceholders(textOf(text)).filter(({ hasFallback }) => !hasFallback);
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

describe('the placeholders of a content', () => {
  const buttons = (title: string): MessageContent => ({
    type: 'buttons',
    message: 'Hello {{name|there}}',
    footer: '{{clinic}}',
    buttons: [{ id: 'yes', title }],
  });

  it('are those of every text, and none is made of two', () => {
    expect(listPlaceholders(buttons('Yes, {{name}}'))).toEqual([
      { name: 'name', hasFallback: false },
      { name: 'clinic', hasFallback: false },
    ]);
    const torn: MessageContent = {
      type: 'buttons',
      message: '{{ open',
      buttons: [{ id: '1', title: 'x }}' }],
    };
    expect(listPlaceholders(torn)).toEqual([]);
  });

  it('that nothing can fill are refused where they stand', () => {
    expect(() => checkFillable(buttons('{{first name}}'), '/content')).toThrow(
      expect.objectContaining({
        code: 'placeholder_unresolved',
        errors: [expect.objectContaining({ pointer: '/content/buttons/0/title' })],
      }),
    );
  });
});
