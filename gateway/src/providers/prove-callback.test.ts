import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { metaCloud } from './meta-cloud/meta-cloud.ts';
import { isProvenCallback } from './prove-callback.ts';

const body = Buffer.from('{"entry":[]}');
const signedBy = (secret: string) => ({
  method: 'POST',
  url: 'https://gateway.example/callbacks',
  query: {},
  headers: { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
  body,
  receivedAt: new Date(),
});
const isProven = (app_secret: string, by: string) =>
  isProvenCallback(metaCloud, signedBy(by), { app_secret });

describe('a secret of callbacks', () => {
  it('proves them', async () => {
    expect(await isProven('first', 'first')).toBe(true);
    expect(await isProven('first', 'second')).toBe(false);
  });

  it('may be two while it is being replaced, and each proves them', async () => {
    expect(await isProven('second first', 'first')).toBe(true);
    expect(await isProven('second first', 'second')).toBe(true);
    expect(await isProven('second first', 'third')).toBe(false);
  });

  it('is never an empty one', async () => {
    expect(await isProven('', '')).toBe(false);
  });
});
