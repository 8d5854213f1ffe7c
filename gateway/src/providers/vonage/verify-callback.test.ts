import { describe, expect, it } from 'vitest';
import { verifyVonageCallback } from './verify-callback.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe("the token of a callback of Vonage's", () => {
  // Computed outside of this project: secret, body and claims in this order give this signature.
  const claims = part({
    iat: 1_700_000_000,
    jti: '00000000-0000-4000-8000-000000000001',
    iss: 'Vonage',
    payload_hash: '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862',
    api_key: 'abcd1234',
    application_id: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab',
  });
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${claims}.UTKv8n3788RgHnZpi3wFonNCqLarnG78Qt4SpRBJMm0`;
  const verify = (choices: { token?: string; body?: string; at?: number; fields?: object } = {}) =>
    verifyVonageCallback(
      {
        headers: { authorization: `Bearer ${choices.token ?? signed}` },
        body: Buffer.from(choices.body ?? '{"a":1}'),
        receivedAt: new Date((choices.at ?? 1_700_000_000) * 1000),
      },
      { signature_secret: 's3cr3t', ...choices.fields },
    );

  it('proves the body that it names', async () => {
    expect(await verify()).toBe(true);
    expect(await verify({ fields: { api_key: 'abcd1234' } })).toBe(true);
    expect(await verify({ body: '{"a": 1}' })).toBe(false);
    expect(await verify({ fields: { signature_secret: 's3cr3t2' } })).toBe(false);
    expect(await verify({ fields: { api_key: 'other' } })).toBe(false);
    expect(await verify({ token: signed.replace('UTKv', 'UTKw') })).toBe(false);
  });

  it('is good for as long as callbacks are repeated, and not from the future', async () => {
    const hour = 3_600;
    expect(await verify({ at: 1_700_000_000 + 24 * hour })).toBe(true);
    expect(await verify({ at: 1_700_000_000 + 26 * hour })).toBe(false);
    expect(await verify({ at: 1_700_000_000 - 60 })).toBe(true);
    expect(await verify({ at: 1_700_000_000 - hour })).toBe(false);
  });
});
