import { expect, it } from 'vitest';
import { countryOfNumbers, countryOfZone } from './guess-country.ts';

it('takes the country of most international numbers', () => {
  const rows = [
    ['Sara', '+966 50 123 4567'],
    ['Omar', '00966501234568'],
    ['Mona', '+20 100 123 4567'],
    ['Ali', '0501234'],
  ];
  expect(countryOfNumbers({ mapping: ['name', 'phone_number'], rows })).toBe('SA');
  expect(countryOfNumbers({ mapping: ['name', 'phone_number'], rows: [['Ali', '0501234567']] })).toBeNull();
  expect(countryOfNumbers({ mapping: ['name', null], rows })).toBeNull();
});

it('knows where a clock stands, and does not guess between several countries', () => {
  expect(countryOfZone('Asia/Riyadh')).toBe('SA');
  expect(countryOfZone('Africa/Cairo')).toBe('EG');
  expect(countryOfZone('UTC')).toBeNull();
});
