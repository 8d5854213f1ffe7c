import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { fillPlaceholders } from './fill-placeholders.ts';

const refusalOf = (text: string, variables: Record<string, string> = {}, pointer?: string): AppError => {
  try {
    fillPlaceholders(text, variables, pointer);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`${text} was not refused`);
};

const name = fc.stringMatching(/^[\p{L}\p{N}_.-]{1,20}$/u);
const value = fc.string({ unit: 'grapheme', maxLength: 40 });
const withoutBraces = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !/[{}]/.test(text));

describe('a text with placeholders', () => {
  it.each([
    ['Hello {{name}}!', { name: 'Sara' }, 'Hello Sara!'],
    ['Hello {{ name }}!', { name: 'Sara' }, 'Hello Sara!'],
    ['Hello {{\n name\t}}!', { name: 'Sara' }, 'Hello Sara!'],
    ['{{a}}{{b}}{{a}}', { a: '1', b: '2' }, '121'],
    ['مرحبا {{الاسم}}', { الاسم: 'سارة' }, 'مرحبا سارة'],
    ['नमस्ते {{हिन्दी}}', { हिन्दी: 'राम' }, 'नमस्ते राम'],
    ['{{order.id}} {{first-name}} {{_x1}}', { 'order.id': '7', 'first-name': 'A', _x1: 'B' }, '7 A B'],
    ['Hello {{name|there}}', {}, 'Hello there'],
    ['Hello {{ name | dear guest }}!', {}, 'Hello dear guest!'],
    ['Hello {{name|there}}', { name: 'Sara' }, 'Hello Sara'],
    ['Hello {{name|there}}', { name: '' }, 'Hello there'],
    ['Hello {{name|}}!', {}, 'Hello !'],
    ['Hello {{name}}!', { name: '' }, 'Hello !'],
    ['{{a|b|c}}', {}, 'b|c'],
    ['{{{a}}}', { a: '1' }, '{1}'],
    ['{{a|{x}}}', {}, '{x}'],
    ['{{toString|none}}', {}, 'none'],
  ])('%j with %j becomes %j', (text, variables, filled) => {
    expect(fillPlaceholders(text, variables)).toBe(filled);
  });

  it.each(['', 'no braces', '{a}', '{ {a} }', '{{a', 'a}}', '}}{{', '{"a":{"b":1}}', '{{ {{ {'])(
    '%j has none and stays as it is',
    (text) => {
      expect(fillPlaceholders(text, { a: '1' })).toBe(text);
    },
  );

  it('takes values as they are: nothing in them is filled or special', () => {
    expect(fillPlaceholders('{{a}} {{b}}', { a: '{{b}}', b: '$& $1 {{a}}' })).toBe('{{b}} $& $1 {{a}}');
  });
});

describe('a placeholder that cannot be filled', () => {
  it.each([
    ['{{name}}', '{{name}}'],
    ['Dear {{ name }},', '{{ name }}'],
    ['{{}}', '{{}}'],
    ['{{|x}}', '{{|x}}'],
    ['{{first name}}', '{{first name}}'],
    ['{{{}}}', '{{}}'],
    ['{{constructor}}', '{{constructor}}'],
    ['{{__proto__}}', '{{__proto__}}'],
    [`{{${'n'.repeat(65)}}}`, `{{${'n'.repeat(61)}...}}`],
    ['{{{{a}}}}', '{{…}}'],
    ['use {{ and {{a}} and }}', '{{ and … and }}'],
  ])('%j is refused and named', (text, named) => {
    const refusal = refusalOf(text, { a: '1' });
    expect(refusal).toMatchObject({ code: 'placeholder_unresolved', status: 422 });
    expect(refusal.detail).toContain(`${named}.`);
    expect(refusal.errors).toEqual([
      { code: 'placeholder_unresolved', pointer: '/message', detail: `Nothing fills ${named}.` },
    ]);
  });

  it('is named once each, all together, with a pointer that the caller may choose', () => {
    const refusal = refusalOf('{{a}} {{b}} {{a}} {{c}}', { b: '1' }, '/messages/3/message');
    expect(refusal.detail).toContain('Nothing fills {{a}}, {{c}}.');
    expect(refusal.errors?.map(({ pointer }) => pointer)).toEqual([
      '/messages/3/message',
      '/messages/3/message',
    ]);
  });

  it('keeps the refusal short when there are hundreds', () => {
    const text = Array.from({ length: 500 }, (_, index) => `{{n${index}}}`).join('');
    expect(refusalOf(text).errors).toHaveLength(20);
  });
});

describe('braces around a placeholder', () => {
  it('are refused also when an empty value lets them meet', () => {
    expect(() => fillPlaceholders('{{{x|}}{}}', {})).toThrow(
      expect.objectContaining({ code: 'placeholder_unresolved' }),
    );
  });
});

describe('whatever the text and the values', () => {
  it('every part between the placeholders and every value comes out as it went in', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ before: withoutBraces, name, value: value.filter((text) => text !== '') })),
        withoutBraces,
        (parts, end) => {
          // A name that comes twice has its last value in both places.
          const variables = Object.fromEntries(parts.map((part) => [part.name, part.value]));
          const text = parts.map((part) => `${part.before}{{${part.name}}}`).join('') + end;
          const filled = parts.map((part) => part.before + variables[part.name]).join('') + end;
          expect(fillPlaceholders(text, variables)).toBe(filled);
        },
      ),
    );
  });

  it('either no double braces are left or the text is refused', () => {
    const pieces = fc.constantFrom('{', '}', '{{', '}}', '|', ' ', 'a', 'b', 'x');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), (some) => {
        const text = some.join('');
        try {
          expect(fillPlaceholders(text, { a: 'one', b: 'two' })).not.toMatch(/\{\{[\s\S]*\}\}/);
        } catch (error) {
          expect(error).toMatchObject({ code: 'placeholder_unresolved' });
          expect(text).toMatch(/\{\{[\s\S]*\}\}/);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
