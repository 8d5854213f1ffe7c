import { describe, expect, it } from 'vitest';
import { countriesOfNumber, countryName, countryOptions } from './countries.ts';

describe('the country of a number', () => {
  it('is known from its calling code on', () => {
    const known: [string, string[]][] = [
      ['+966501234567', ['SA']],
      ['+201001234567', ['EG']],
      ['+447700900000', ['GB']],
      ['+15550131026', ['US', 'CA']],
      ['+9', []],
      ['+', []],
      ['0501234567', []],
    ];
    for (const [number, countries] of known) expect(countriesOfNumber(number), number).toEqual(countries);
  });
});

describe('the countries to choose from', () => {
  it('are each there once, named in the language of the reader', () => {
    const options = countryOptions('en');
    expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
    expect(options.length).toBeGreaterThan(240);
    expect(countryName('SA', 'ar')).toContain('السعودية');
  });
});
