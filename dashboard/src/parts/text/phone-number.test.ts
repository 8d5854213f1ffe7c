import { describe, expect, it } from 'vitest';
import { checkPhoneNumber, tidyPhoneNumber } from './phone-number.ts';

describe('a phone number', () => {
  it('may be written the way people write numbers', () => {
    for (const number of ['+966501234567', '+966 50 123 4567', '+1 (202) 555-0143', '\u200e+966501234567']) {
      expect(checkPhoneNumber(number)).toBeNull();
    }
    expect(tidyPhoneNumber('+1 (202) 555-0143')).toBe('+12025550143');
  });

  it('is refused with what is wrong with it', () => {
    expect(checkPhoneNumber('  ')).toBe('empty');
    expect(checkPhoneNumber('0501234567')).toBe('no_plus');
    expect(checkPhoneNumber('+96650x')).toBe('not_digits');
    expect(checkPhoneNumber('+96650')).toBe('wrong_length');
    expect(checkPhoneNumber('+9665012345678901')).toBe('wrong_length');
  });
});
