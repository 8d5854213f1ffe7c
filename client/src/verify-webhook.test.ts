import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sign } from '../../gateway/src/webhooks/signing.ts';
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const other = `whsec_${randomBytes(32).toString('base64')}`;
const at = new Date('2026-11-15T09:00:00Z');
const now = at.getTime();
const text = JSON.stringify({ id: 'evt_1', event: 'test', data: { message: 'هدهد' } });

const signed = (body = text, by = secret, when = at) => {
  const timestampSeconds = Math.floor(when.getTime() / 1000);
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': sign({ id: 'evt_1', timestampSeconds, body, secrets: [by] }),
  };
};

describe('a delivery', () => {
  it.each([
    ["Node's headers", signed()],
    ['Headers', new Headers(signed())],
    [
      'headers in capitals',
      Object.fromEntries(Object.entries(signed()).map(([k, v]) => [k.toUpperCase(), v])),
    ],
  ])('signed by the gateway is taken, with %s', (_, headers) => {
    expect(verifyWebhook({ headers, body: text }, { secret, now })).toEqual(JSON.parse(text));
  });

  it('may come as bytes', () => {
    expect(verifyWebhook({ headers: signed(), body: Buffer.from(text) }, { secret, now })).toMatchObject({
      event: 'test',
    });
  });

  it('is taken under either secret while one is being changed', () => {
    expect(verifyWebhook({ headers: signed(), body: text }, { secret: [other, secret], now }).event).toBe(
      'test',
    );
    const headers = signed();
    headers['webhook-signature'] =
      `${signed(text, other)['webhook-signature']} ${headers['webhook-signature']}`;
    expect(verifyWebhook({ headers, body: text }, { secret, now }).event).toBe('test');
  });

  it.each<[string, object, string, string]>([
    ['another secret', signed(text, other), text, secret],
    ['another body', signed(), `${text} `, secret],
    ['another id', { ...signed(), 'webhook-id': 'evt_2' }, text, secret],
    ['an older time', signed(text, secret, new Date(now - 301_000)), text, secret],
    ['a time to come', signed(text, secret, new Date(now + 301_000)), text, secret],
    ['a time that is none', { ...signed(), 'webhook-timestamp': 'soon' }, text, secret],
    ['another version', { ...signed(), 'webhook-signature': 'v1a,AAAA' }, text, secret],
    ['no signature', { ...signed(), 'webhook-signature': '' }, text, secret],
    ['an empty secret', signed(text, secret), text, 'whsec_'],
  ])('with %s is refused', (_, headers, body, known) => {
    const verify = () =>
      verifyWebhook({ headers: headers as Record<string, string>, body }, { secret: known, now });
    expect(verify).toThrow(WebhookVerificationError);
  });

  it('is never taken with a signature that somebody guessed', () => {
    fc.assert(
      fc.property(fc.string(), (guess) => {
        const headers = { ...signed(), 'webhook-signature': `v1,${guess}` };
        expect(() => verifyWebhook({ headers, body: text }, { secret, now })).toThrow(
          WebhookVerificationError,
        );
      }),
    );
  });
});
