import { describe, expect, it } from 'vitest';
import { callerNetwork } from './caller-network.ts';

describe("a caller's network", () => {
  it('is the address itself for IPv4, also when it comes mapped into IPv6', () => {
    expect(callerNetwork('203.0.113.9')).toBe('203.0.113.9');
    expect(callerNetwork('::ffff:203.0.113.9')).toBe('203.0.113.9');
  });

  it('is the same for all addresses of one /64, however they are written', () => {
    const spellings = [
      '2001:db8::1',
      '2001:db8:0:0:ffff::2',
      '2001:0DB8:0000:0000:1:2:3:4',
      '2001:db8::1%eth0',
    ];
    expect(new Set(spellings.map(callerNetwork))).toEqual(new Set(['2001:db8:0:0']));
  });

  it('differs between two /64 networks', () => {
    expect(callerNetwork('2001:db8:0:1::1')).not.toBe(callerNetwork('2001:db8:0:2::1'));
    expect(callerNetwork('::1')).not.toBe(callerNetwork('fe80::1'));
  });
});
