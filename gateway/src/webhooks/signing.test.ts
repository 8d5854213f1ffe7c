// The vectors are those that every Standard Webhooks library carries, and ours for what they leave out.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeSecret, sign } from './signing.ts';

const published = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const second = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const publishedBody = '{"test": 2432232314}';

const signed = (body: string, secrets: readonly string[]): string =>
  sign({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestampSeconds: 1_614_265_330, body, secrets });

describe('a signature', () => {
  test.each([
    ['the published vector', publishedBody, published, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
    ['an empty body', '', published, 'v1,v48jdbgvh29KJz2Qc+ghw8G6vG3nAKnujWBg8oM/62A='],
    ['text beyond ASCII', '{"text":"Olá 👋"}', published, 'v1,xpBbItLEuWKu2IOoUVKtJLlNVxfvdH7zn5Pb386pK7Y='],
    ['another secret', publishedBody, second, 'v1,O4Gjv1HqPqsMrjmczoggs/sWA8gZD0VyHG+fLh4+ktI='],
  ])('is right for %s', (_name, body, secret, expected) => {
    expect(signed(body, [secret])).toBe(expected);
  });

  test('is the same for a secret that is given without its prefix', () => {
    expect(signed(publishedBody, [published.slice('whsec_'.length)])).toBe(
      signed(publishedBody, [published]),
    );
  });

  test('is made with every live secret, separated by spaces', () => {
    expect(signed(publishedBody, [published, second])).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,O4Gjv1HqPqsMrjmczoggs/sWA8gZD0VyHG+fLh4+ktI=',
    );
  });

  test('changes with the id, the time, the body and the secret', () => {
    const base = { id: 'evt_1', timestampSeconds: 1, body: 'a', secrets: [published] };
    const all = [
      base,
      { ...base, id: 'evt_2' },
      { ...base, timestampSeconds: 2 },
      { ...base, body: 'b' },
      { ...base, secrets: [second] },
    ].map(sign);
    expect(new Set(all).size).toBe(all.length);
  });

  test('has a form that a receiver can take apart, whatever the body', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (body) => {
        expect(signed(body, [published, second])).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
      }),
    );
  });
});

describe('a secret', () => {
  test('is 32 random bytes in base64 behind its prefix', () => {
    const secret = makeSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  });

  test('is never the same twice', () => {
    expect(new Set(Array.from({ length: 100 }, makeSecret)).size).toBe(100);
  });
});
