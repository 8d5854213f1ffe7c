import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { personKey } from './person-key.ts';

describe('the key of a person', () => {
  it.each([
    ['Brazil, ninth digit', '+5531987654321', '+553187654321'],
    ['Mexico, 1 behind the country code', '+5215512345678', '+525512345678'],
    ['Argentina, 9 behind the country code', '+5491123456789', '+541123456789'],
  ])('is the same for both forms: %s', (_country, one, other) => {
    expect(personKey(one)).toBe(personKey(other));
  });

  it.each([
    // Without its 9 this mobile number would be a landline of Sao Paulo.
    ['+5511941234567', '+551141234567'],
    ['+966501234567', '+966501234568'],
    ['+5491123456789', '+5491123456780'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(personKey(one)).not.toBe(personKey(other));
  });

  it('is its own key, for any number and for user ids', () => {
    const number = fc
      .tuple(fc.constantFrom('+55', '+52', '+54', '+966', '+1'), fc.stringMatching(/^[0-9]{5,13}$/))
      .map(([country, rest]) => `${country}${rest}`);
    fc.assert(
      fc.property(fc.oneof(number, fc.constant('US.13491208655302741918')), (address) => {
        expect(personKey(personKey(address))).toBe(personKey(address));
      }),
    );
    expect(personKey('US.13491208655302741918')).toBe('US.13491208655302741918');
  });
});
