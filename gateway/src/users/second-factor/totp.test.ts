import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeAt, findStep, fromBase32, makeTotpSecret, otpauthUri, stepAt, toBase32 } from './totp.ts';

const rfcSecret = Buffer.from('12345678901234567890');

describe('a code', () => {
  // RFC 6238, appendix B.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('of second %i is %s', (second, code) => {
    expect(codeAt(rfcSecret, stepAt(second * 1000), 8)).toBe(code);
  });

  it('has six digits, the last ones of the eight', () => {
    expect(codeAt(rfcSecret, stepAt(59_000))).toBe('287082');
  });
});

describe('a typed code', () => {
  const secret = toBase32(rfcSecret);
  const now = 1_111_111_109_000;
  const step = stepAt(now);
  const code = (offset: number) => codeAt(rfcSecret, step + offset);

  it.each([-1, 0, 1])('is taken at its step and one beside it (%i)', (offset) => {
    expect(findStep(secret, code(offset), 0, now)).toBe(step + offset);
  });

  it.each([-2, 2])('is refused two steps away (%i)', (offset) => {
    expect(findStep(secret, code(offset), 0, now)).toBeNull();
  });

  it('is refused when its step, or a later one, was used', () => {
    expect(findStep(secret, code(0), step, now)).toBeNull();
    expect(findStep(secret, code(0), step + 1, now)).toBeNull();
    expect(findStep(secret, code(1), step, now)).toBe(step + 1);
  });

  it('is refused for another secret', () => {
    expect(findStep(makeTotpSecret(), code(0), 0, now)).toBeNull();
  });
});

describe('a secret', () => {
  it('reads as the bytes it was made of', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        expect(fromBase32(toBase32(Buffer.from(bytes)))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  // RFC 4648, section 10, without padding.
  it.each([
    ['f', 'MY'],
    ['foo', 'MZXW6'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%s is written %s', (text, written) => {
    expect(toBase32(Buffer.from(text))).toBe(written);
  });

  it('has 160 bits and comes in an address that apps understand', () => {
    const secret = makeTotpSecret();
    expect(fromBase32(secret)).toHaveLength(20);
    const uri = new URL(otpauthUri(secret, 'layla+x@example.com'));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Hudhud:layla+x@example.com',
    ]);
    expect(uri.searchParams.get('secret')).toBe(secret);
  });
});
