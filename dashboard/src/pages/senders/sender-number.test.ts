import { describe, expect, it } from 'vitest';
import { numberOf } from './sender-number.tsx';

describe('the number of a sender', () => {
  it('has its plus sign, whatever its source', () => {
    expect(numberOf({ phone_number: '+966501234567', account: '1065', fields: {} })).toBe('+966501234567');
    expect(numberOf({ phone_number: '966501234567', account: '', fields: {} })).toBe('+966501234567');
    expect(numberOf({ phone_number: null, account: '447860099299', fields: {} })).toBe('+447860099299');
  });

  it("is not the provider's own id for it", () => {
    const account = '106540352242922';
    const fields = { phone_number_id: { is_set: true, value: account } };
    expect(numberOf({ phone_number: null, account, fields })).toBeNull();
    expect(numberOf({ phone_number: null, account: '', fields: {} })).toBeNull();
  });
});
