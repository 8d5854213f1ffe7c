// An independent judge: what we sign is verified by the library that customers use.

import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { makeSecret, sign } from './signing.ts';

const headersFor = (body: string, secrets: readonly string[], secondsAgo = 0): Record<string, string> => {
  const id = 'evt_01kagx5p9ne0ps4a2v7qk3m8dz';
  const timestampSeconds = Math.floor(Date.now() / 1_000) - secondsAgo;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': sign({ id, timestampSeconds, body, secrets }),
  };
};

const body = '{"event":"test","data":{"message":"Olá 👋"}}';

describe('the library standardwebhooks', () => {
  test('accepts what we sign', () => {
    const secret = makeSecret();
    expect(new Webhook(secret).verify(body, headersFor(body, [secret]))).toEqual(JSON.parse(body));
  });

  test('accepts it with the old and with the new secret while one is being replaced', () => {
    const secrets = [makeSecret(), makeSecret()];
    const headers = headersFor(body, secrets);
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    }
  });

  test('refuses another secret, another body and an old attempt', () => {
    const secret = makeSecret();
    expect(() => new Webhook(makeSecret()).verify(body, headersFor(body, [secret]))).toThrow();
    expect(() => new Webhook(secret).verify(`${body} `, headersFor(body, [secret]))).toThrow();
    expect(() => new Webhook(secret).verify(body, headersFor(body, [secret], 400))).toThrow();
  });

  test('accepts any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const secret = makeSecret();
        const text = JSON.stringify(value);
        const verified = new Webhook(secret).verify(text, headersFor(text, [secret]));
        expect(JSON.stringify(verified)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 50 },
    );
  });
});
