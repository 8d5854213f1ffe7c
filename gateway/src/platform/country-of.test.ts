import { describe, expect, it } from 'vitest';
import { countryOf } from './country-of.ts';

describe('the country of an address', () => {
  it.each([
    ['966501234567', 'SA'],
    ['+966501234567', 'SA'],
    ['971501234567', 'AE'],
    ['12025550123', 'US'],
    ['14165550123', 'CA'],
    ['447400123456', 'GB'],
    ['5511961234567', 'BR'],
    ['5215512345678', 'MX'],
    ['US.13491208655302741918', 'US'],
    ['SA.ENT.1349', 'SA'],
    ['', ''],
    ['@sara', ''],
  ])('of %s is %s', (address, country) => {
    expect(countryOf(address)).toBe(country);
  });
});
