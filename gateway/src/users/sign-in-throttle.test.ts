import { describe, expect, it } from 'vitest';
import { createSignInThrottle } from './sign-in-throttle.ts';

const tries = (count: number, work: (index: number) => void): number => {
  let allowed = 0;
  for (let index = 0; index < count; index += 1) {
    try {
      work(index);
      allowed += 1;
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
    }
  }
  return allowed;
};

describe('tries to sign in', () => {
  it('to one account from one network are few, and other accounts are not harmed', () => {
    const throttle = createSignInThrottle({ perAccount: 5, perAddress: 1_000 });
    expect(tries(20, () => throttle.checkAccount('layla@example.com', '192.0.2.1'))).toBe(5);
    expect(tries(1, () => throttle.checkAccount('omar@example.com', '192.0.2.1'))).toBe(1);
  });

  it('from one network do not lock the owner out who is somewhere else', () => {
    const throttle = createSignInThrottle({ perAccount: 5, perAddress: 1_000 });
    tries(100, () => throttle.checkAccount('layla@example.com', '192.0.2.1'));
    expect(tries(1, () => throttle.checkAccount('layla@example.com', '198.51.100.7'))).toBe(1);
  });

  it('to one account from very many networks are bounded too', () => {
    const throttle = createSignInThrottle({ perAccount: 5, perAddress: 1_000 });
    expect(tries(200, (index) => throttle.checkAccount('layla@example.com', `192.0.2.${index}`))).toBe(50);
  });

  it('from one address are bounded whatever accounts they name', () => {
    const throttle = createSignInThrottle({ perAccount: 5, perAddress: 30 });
    expect(tries(50, () => throttle.checkAddress('192.0.2.1'))).toBe(30);
    expect(tries(1, () => throttle.checkAddress('192.0.2.2'))).toBe(1);
  });
});
