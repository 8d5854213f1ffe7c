import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCallback } from './parse-callback.ts';

const parse = (text: string): unknown => {
  const parsed = parseCallback(Buffer.from(text));
  return parsed.kind === 'parsed' ? parsed.body : parsed.kind;
};

describe('the JSON of a callback', () => {
  test('keeps ids whole that are too big for a number', () => {
    const text =
      '{"message_template_id":16895569081298351,"list":[12345678901234567890],"id":1689556908129835}';
    expect(parse(text)).toEqual({
      message_template_id: '16895569081298351',
      list: ['12345678901234567890'],
      id: 1689556908129835,
    });
  });

  test('leaves long numbers inside texts alone', () => {
    expect(parse('{"a":"x:12345678901234567890"}')).toEqual({ a: 'x:12345678901234567890' });
  });

  test('loses NUL and half characters, in values and in names, and keeps whole ones', () => {
    expect(parse('{"a\\u0000":"b\\u0000c","d":"\\ud83d","e":"\\ud83d\\ude00","\\\\u0000":1}')).toEqual({
      'a\ufffd': 'b\ufffdc',
      d: '\ufffd',
      e: '😀',
      '\\u0000': 1,
    });
  });

  test.each(['', '{', 'undefined', '{"a":NaN}', '\u0000'])('is unreadable as %j', (text) => {
    expect(parse(text)).toBe('unreadable');
  });

  test('of bytes that are no UTF-8 is read with marks in their place', () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(parseCallback(bytes)).toEqual({ kind: 'parsed', body: { a: '\ufffd' } });
  });

  test('is what was written, for any JSON without big numbers', () => {
    const value = fc.jsonValue({ noUnicodeString: false });
    fc.assert(
      fc.property(value, (given) => {
        const text = JSON.stringify(given);
        fc.pre(!/\d{16}|\\u0000|\\ud/.test(text));
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    ['nested too deeply', '['.repeat(65), 'json_too_deep'],
    ['full of values', `[${'[],'.repeat(20_000)}[]]`, 'body_too_large'],
  ])('that is %s is refused before it is parsed', (_name, text, code) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code }));
  });

  test('never throws, whatever few bytes come', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => parseCallback(Buffer.from(bytes)).kind !== null));
  });
});
