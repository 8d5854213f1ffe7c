// One form for all forms of a phone number that WhatsApp treats as the same person, so that a STOP from one form holds for
// the others. `person_key` in migration 0018 says the same in SQL; a test compares the two.

/**
 * Brazil's mobile numbers got a ninth digit that older WhatsApp ids lack (only behind 6 to 9: other numbers without it
 * would be landlines). Mexico's ids carry a 1 and Argentina's a 9 behind the country code.
 */
const rules: readonly (readonly [start: string, form: RegExp, key: string])[] = [
  ['+55', /^\+55([1-9][1-9])9([6-9]\d{7})$/, '+55$1$2'],
  ['+52', /^\+521(\d{10})$/, '+52$1'],
  ['+54', /^\+549(\d{10})$/, '+54$1'],
];

/** The key of an address: a phone number with its plus, or a user id, which is its own key. */
export const personKey = (address: string): string => {
  for (const [start, form, key] of rules) {
    if (address.startsWith(start)) return address.replace(form, key);
  }
  return address;
};
