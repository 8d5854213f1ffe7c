// The vectors of the facts sheet, section 4.2. The rest of the promises are in the conformance suite.

import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answerMetaHandshake, verifyMetaCallback } from './verify-callback.ts';

const fields = { app_secret: 'test_app_secret', verify_token: 'test-verify' };
const isSigned = (body: string, signature: unknown): boolean =>
  verifyMetaCallback(
    { headers: { 'x-hub-signature-256': signature as string }, body: Buffer.from(body) },
    fields,
  );

const empty = '{"object":"whatsapp_business_account","entry":[]}';
const emptySignature = 'sha256=dec6a680679a968e7e0319355b23599cbfc54502c0784668e9618baa0c633756';
const wrap = (text: string): string =>
  `{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{"x":"${text}"}}]}]}`;
const escapedSignature = 'sha256=ccb752f377867f475287107ad2e10653978ad96b4cff3098c6fa773b72ff1b13';
const plainSignature = 'sha256=f218cf5053bc6c1b322007dce524dd070a1594ceadf1608376b08b5bb6765916';

describe('a signature', () => {
  test.each([
    ['of an empty callback', empty, emptySignature],
    ['of escaped characters', wrap('\\u00e4\\ud83d\\ude00'), escapedSignature],
    ['of the same characters written out', wrap('ä😀'), plainSignature],
  ])('fits its bytes: %s', (_name, body, signature) => {
    expect(isSigned(body, signature)).toBe(true);
  });

  test('of escaped characters does not fit the same JSON written out', () => {
    expect(isSigned(wrap('ä😀'), escapedSignature)).toBe(false);
    expect(isSigned(wrap('\\u00e4\\ud83d\\ude00'), plainSignature)).toBe(false);
  });

  test.each([
    undefined,
    '',
    'sha256=',
    emptySignature.slice(7),
    emptySignature.slice(0, -1),
    `${emptySignature} `,
    emptySignature.replace('sha256', 'sha1'),
    [emptySignature],
  ])('is refused as %j', (signature) => {
    expect(isSigned(empty, signature)).toBe(false);
  });

  test('of another app is refused', () => {
    const callback = { headers: { 'x-hub-signature-256': emptySignature }, body: Buffer.from(empty) };
    expect(verifyMetaCallback(callback, { app_secret: 'another' })).toBe(false);
  });

  test('made with an empty secret is refused while the secret is empty', () => {
    const signature = createHmac('sha256', '').update(empty).digest('hex');
    const callback = { headers: { 'x-hub-signature-256': `sha256=${signature}` }, body: Buffer.from(empty) };
    expect(verifyMetaCallback(callback, { app_secret: '' })).toBe(false);
  });

  test('by the old algorithm is no signature', () => {
    const callback = { headers: { 'x-hub-signature': 'sha1=abc' }, body: Buffer.from(empty) };
    expect(verifyMetaCallback(callback, fields)).toBe(false);
  });
});

describe('the handshake', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'test-verify' };

  test('gives the challenge back as it came', () => {
    expect(answerMetaHandshake(query, fields)).toBe('1158201444');
  });

  test('with an empty token never fits an empty field', () => {
    expect(answerMetaHandshake({ ...query, 'hub.verify_token': '' }, { verify_token: '' })).toBeNull();
  });
});
