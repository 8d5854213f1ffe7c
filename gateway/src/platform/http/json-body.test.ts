import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { decodeBody, parseJsonBody } from './json-body.ts';

const refusalOf = (text: string): AppError => {
  try {
    parseJsonBody(text);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`accepted: ${text}`);
};

describe('the bytes of a body', () => {
  it('are decoded as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const wellFormed = text.toWellFormed();
        expect(decodeBody(Buffer.from(wellFormed))).toBe(wellFormed);
      }),
    );
  });

  it.each([[[0xff]], [[0xc0, 0x80]], [[0xed, 0xa0, 0x80]], [[0xf4, 0x90, 0x80, 0x80]], [[0xe2, 0x82]]])(
    'are refused when they are not UTF-8: %j',
    (bytes) => {
      expect(() => decodeBody(Buffer.from(bytes))).toThrow(expect.objectContaining({ code: 'invalid_json' }));
    },
  );
});

describe('a JSON body', () => {
  it('is parsed as JSON has it', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'grapheme' }), (text) => {
        expect(parseJsonBody(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"a":1,}', 'line 1, column 8'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
    ['  ', 'it is empty'],
    ['{"a":', 'too early'],
  ])('%j is refused with the place where parsing stopped', (text, place) => {
    const error = refusalOf(text);
    expect(error.code).toBe('invalid_json');
    expect(error.detail).toContain(place);
  });

  it('is never quoted in the refusal', () => {
    for (const text of ['confidential', '{"a":"confidential" confidential}', '["confidential",,]']) {
      const { detail, message } = refusalOf(text);
      expect(detail + message).not.toContain('confidential');
    }
  });

  it.each([
    ['"\\u0000"', ''],
    ['{"a":"\\ud800"}', '/a'],
    ['{"a":[{"b":"x"},{"b":"\\uDFFF"}]}', '/a/1/b'],
    ['{"a/b~c":"\\u0000"}', '/a~1b~0c'],
    ['{"\\u0000":1}', '/'],
  ])('%s is refused, pointing to the text that cannot be carried', (text, pointer) => {
    const error = refusalOf(text);
    expect(error.code).toBe('invalid_characters');
    expect(error.errors?.[0]?.pointer).toBe(pointer);
  });

  it('may hold every text that can be carried, and no other', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }), (units) => {
        const text = String.fromCharCode(...units);
        const escaped = units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
        const isCarriable = text.isWellFormed() && !text.includes('\u0000');
        if (isCarriable) expect(parseJsonBody(`{"a":["${escaped}"]}`)).toEqual({ a: [text] });
        else expect(refusalOf(`{"a":["${escaped}"]}`).code).toBe('invalid_characters');
      }),
    );
  });

  it('does not break on depth', () => {
    const deep = (core: string) => `${'['.repeat(100_000)}${core}${']'.repeat(100_000)}`;
    expect(Array.isArray(parseJsonBody(deep('1')))).toBe(true);
    expect(refusalOf(deep('"\\u0000"')).code).toBe('invalid_characters');
  });
});
