import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPhoneNumber, parsePhoneNumber } from './phone-number.ts';

describe('a phone number', () => {
  it.each([
    ['+966501234567', '+966501234567'],
    ['+966 50 123 4567', '+966501234567'],
    ['+966\u00a050\u00a01234567', '+966501234567'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['+49 (0) 30 901820', '+4930901820'],
    [' +966501234567', '+966501234567'],
    ['00966501234567', '+966501234567'],
    ['+٩٦٦٥٠١٢٣٤٥٦٧', '+966501234567'],
    ['\u202a+966\u202f50\u202f123\u202f4567\u202c', '+966501234567'],
    ['+966 50\u2013123\u20134567', '+966501234567'],
    ['+52 1 55 1234 5678', '+5215512345678'],
    ['+5511987654321', '+5511987654321'],
  ])('%s is %s', (written, expected) => {
    expect(parsePhoneNumber(written)).toBe(expected);
  });

  it.each([
    '966501234567',
    '0501234567',
    '+',
    '+0',
    '+999123456789',
    '+96650123',
    // A digit too many for a Saudi mobile number.
    '+9665012345678',
    '+1800FLOWERS',
    '+966501234567;ext=5',
    '+9665012345671234567',
  ])('%j is none', (text) => {
    expect(parsePhoneNumber(text)).toBeNull();
  });

  it('in its canonical form is its own canonical form', () => {
    const written = fc.tuple(
      fc.constantFrom('+966', '+1', '+44', '+49', '+971', '+20', '+91'),
      fc.stringMatching(/^[2-9][0-9]{5,10}$/),
    );
    fc.assert(
      fc.property(written, ([country, rest]) => {
        const canonical = parsePhoneNumber(`${country}${rest}`);
        fc.pre(canonical !== null);
        expect(canonical).toMatch(/^\+[1-9][0-9]{6,14}$/);
        expect(parsePhoneNumber(canonical)).toBe(canonical);
      }),
    );
  });

  it('is the same number however it is separated', () => {
    const separators = fc.array(fc.constantFrom('', ' ', '-', '.', '\u00a0'), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(separators, (between) => {
        const written = `+966${[...'501234567'].map((digit, index) => `${between[index]}${digit}`).join('')}`;
        expect(parsePhoneNumber(written)).toBe('+966501234567');
      }),
    );
  });

  it('is a yes or a no for any text, never an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(typeof isPhoneNumber(text)).toBe('boolean');
      }),
    );
  });
});
