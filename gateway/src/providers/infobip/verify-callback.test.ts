import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyInfobipCallback } from './verify-callback.ts';

const body = Buffer.from('{"results":[]}');
const secret = 'long-callback-secret';
const verify = (headers: Record<string, string>, fields: Record<string, string>) =>
  verifyInfobipCallback({ headers, body }, { callback_secret: secret, ...fields });

describe("a callback's proof at Infobip", () => {
  it('is a user name and a password', () => {
    const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    expect(verify(basic(`hudhud:${secret}`), {})).toBe(true);
    expect(verify(basic(`ann:${secret}`), { callback_username: 'ann' })).toBe(true);
    expect(verify(basic(`ann:${secret}`), {})).toBe(false);
  });

  it('is a header with the secret', () => {
    const fields = { callback_proof: 'header', callback_header: 'X-Proof' };
    expect(verify({ 'x-proof': secret }, fields)).toBe(true);
    expect(verify({ 'x-proof': 'another' }, fields)).toBe(false);
    expect(verify({ authorization: secret }, fields)).toBe(false);
  });

  it.each([
    ['HMAC_SHA_256', 'sha256', 'hex'],
    ['HMAC_SHA_256', 'sha256', 'base64'],
    ['HMAC_SHA_512', 'sha512', 'hex'],
  ] as const)('is a signature (%s, %s, %s) over the bytes', (algorithm, digest, encoding) => {
    const fields = { callback_proof: 'hmac', hmac_algorithm: algorithm, hmac_encoding: encoding };
    const signature = (bytes: Buffer) => createHmac(digest, secret).update(bytes).digest(encoding);
    expect(verify({ 'x-hudhud-proof': signature(body) }, fields)).toBe(true);
    expect(verify({ 'x-hudhud-proof': signature(Buffer.from('{}')) }, fields)).toBe(false);
  });

  it('holds against a vector that was computed elsewhere', () => {
    // printf '{"results":[]}' | openssl dgst -sha256 -hmac long-callback-secret
    const vector = '608ae1f2e281d467018d50016858f80cbafb5f9d5b5126d87eae5bfdde00ef05';
    expect(verify({ 'x-hudhud-proof': vector }, { callback_proof: 'hmac' })).toBe(true);
  });

  it('is never one of an unknown kind, or without a secret', () => {
    expect(verify({ authorization: '' }, { callback_proof: 'oauth' })).toBe(false);
    expect(verify({ 'x-hudhud-proof': '' }, { callback_proof: 'header', callback_secret: '' })).toBe(false);
    expect(verify({ 'x-hudhud-proof': secret }, { callback_proof: 'hmac', hmac_algorithm: 'MD5' })).toBe(
      false,
    );
  });
});
