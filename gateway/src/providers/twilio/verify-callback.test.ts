// The vectors come from Twilio's documents and from a computation outside of this project.

import { describe, expect, test } from 'vitest';
import type { Callback } from '../callback.ts';
import { verifyTwilioCallback } from './verify-callback.ts';

const fields = { auth_token: '12345' };

const callback = (url: string, signature: string, body: string, method = 'POST'): Callback => ({
  method,
  url,
  query: Object.fromEntries(new URL(url).searchParams),
  headers: { 'x-twilio-signature': signature },
  body: Buffer.from(body),
  receivedAt: new Date(),
});

const form = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString();

const documented = callback(
  'https://example.com/myapp.php?foo=1&bar=2',
  'L/OH5YylLD5NRKLltdqwSvS0BnU=',
  form({
    To: '+18005551212',
    Digits: '1234',
    From: '+14158675310',
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675310',
  }),
);

const json = callback(
  'https://example.com/myapp?bodySHA256=5ccde7145dfb8f56479710896586cb9d5911809d83afbe34627818790db0aec9',
  'hPXmLwIy3Fgqv1i9KPmH/HhQ6zo=',
  '{"CallSid":"CA1234567890ABCDE","Caller":"+12349013030"}',
);

describe('a signature that was made elsewhere', () => {
  test('fits the form of the documents', () => {
    expect(verifyTwilioCallback(documented, fields)).toBe(true);
  });

  test('fits a status of WhatsApp', () => {
    const status = callback(
      'https://example.com/twilio/status?tenant=1',
      'LsGzNJ8SjqPH3jSnS0Nmmoaei4k=',
      form({
        AccountSid: 'AC00000000000000000000000000000001',
        From: 'whatsapp:+14155238886',
        MessageSid: 'SM00000000000000000000000000000001',
        MessageStatus: 'delivered',
        To: 'whatsapp:+15005550006',
      }),
    );
    expect(verifyTwilioCallback(status, fields)).toBe(true);
    expect(verifyTwilioCallback(status, { auth_token: '12346' })).toBe(false);
  });

  test('fits a JSON body whose hash stands in the address, and no other body', () => {
    expect(verifyTwilioCallback(json, fields)).toBe(true);
    expect(verifyTwilioCallback({ ...json, body: Buffer.from('{}') }, fields)).toBe(false);
  });
});

describe('an address that Twilio writes in another way', () => {
  test.each([
    'https://example.com:443/myapp.php?foo=1&bar=2',
    'https://example.com/myapp.php?foo=1&bar=2#rc=5&rp=all',
  ])('is the same: %s', (url) => {
    expect(verifyTwilioCallback({ ...documented, url }, fields)).toBe(true);
  });

  test.each([
    'https://example.com:8443/myapp.php?foo=1&bar=2',
    'http://example.com/myapp.php?foo=1&bar=2',
    'https://example.com/myapp.php?foo=1&bar=3',
    'https://example.org/myapp.php?foo=1&bar=2',
  ])('is another: %s', (url) => {
    expect(verifyTwilioCallback({ ...documented, url }, fields)).toBe(false);
  });
});

test('a parameter that comes twice counts each of its values once, in order', () => {
  const url = 'https://example.com/twice';
  const one = callback(url, 'O6hNbmhvB1SFj27KHiZehDoAx5Y=', 'a=2&a=1&a=2');
  const signed = verifyTwilioCallback(one, fields);
  const other = verifyTwilioCallback({ ...one, body: Buffer.from('a=1&a=2') }, fields);
  expect([signed, other]).toEqual([true, true]);
  expect(verifyTwilioCallback({ ...one, body: Buffer.from('a=1') }, fields)).toBe(false);
});
