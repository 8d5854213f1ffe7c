import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPhoneNumber } from './read-phone-number.ts';

const read = (text: string, country: string | null = 'SA'): string => {
  const result = readPhoneNumber(text, { country });
  return result.kind === 'read' ? result.phoneNumber : result.code;
};

describe('a phone number as people write it', () => {
  it.each([
    ['+966501234567', '+966501234567'],
    ['+966 50 123-4567', '+966501234567'],
    ['(+966) 50 123 4567', 'invalid_phone_number'],
    ['00966501234567', '+966501234567'],
    ['0501234567', '+966501234567'],
    ['501234567', '+966501234567'],
    ['966501234567', '+966501234567'],
    ['٠٥٠١٢٣٤٥٦٧', '+966501234567'],
    ['۰۵۰۱۲۳۴۵۶۷', '+966501234567'],
    ['+٩٦٦٥٠١٢٣٤٥٦٧', '+966501234567'],
    ['\u202a+966501234567\u202c', '+966501234567'],
    ['="0501234567"', '+966501234567'],
    ["'+966501234567", '+966501234567'],
    ['tel:+966501234567', '+966501234567'],
    ['966501234567.0', '+966501234567'],
    ['9.66501234567E+11', '+966501234567'],
    ['+44 20 7946 0958', '+442079460958'],
    ['', 'invalid_phone_number'],
    ['9.66501E+11', 'invalid_phone_number'],
    ['0501234567, 0551234567', 'invalid_phone_number'],
    ['call me', 'invalid_phone_number'],
    ['050123456', 'invalid_phone_number'],
    ['05012345678', 'invalid_phone_number'],
    ['+966', 'invalid_phone_number'],
  ])('%s is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('is not guessed without a country', () => {
    expect(read('0501234567', null)).toBe('default_country_missing');
    expect(read('966501234567', null)).toBe('default_country_missing');
    expect(readPhoneNumber('966501234567', { country: null, isInternational: true })).toEqual({
      kind: 'read',
      phoneNumber: '+966501234567',
    });
  });

  it('says that digits are lost where a spreadsheet cut them', () => {
    const result = readPhoneNumber('9.66501E+11', { country: 'SA' });
    expect(result).toMatchObject({ detail: expect.stringContaining('digits are lost') });
  });

  it('never throws, and what it reads is E.164', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[+0-9 .()e-]*$/)),
        (text) => {
          const result = readPhoneNumber(text, { country: 'SA' });
          if (result.kind === 'read') expect(result.phoneNumber).toMatch(/^\+[1-9]\d{4,14}$/);
        },
      ),
      { numRuns: 500 },
    );
  });
});
