import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isFromGateway } from '../nodes/HudhudTrigger/verify-delivery';

const key = randomBytes(32);
const secret = `whsec_${key.toString('base64')}`;
const other = `whsec_${randomBytes(32).toString('base64')}`;
const now = Date.parse('2026-11-15T09:00:00Z');
const body = Buffer.from('{"event":"incoming_message","data":{"message_body":"هدهد"}}');

const headersOf = (at = now, id = 'evt_1', text = body) => {
  const timestamp = String(at / 1000);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(text).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
};

describe('a delivery', () => {
  it.each([
    ['its secret', [secret]],
    ['one of several secrets', [other, secret]],
  ])('is known by %s', (_, secrets) => {
    expect(isFromGateway({ headers: headersOf(), body }, secrets, now)).toBe(true);
  });

  it('may carry a further signature, while its secret is being changed', () => {
    const headers = headersOf();
    headers['webhook-signature'] = `v1,${randomBytes(32).toString('base64')} ${headers['webhook-signature']}`;
    expect(isFromGateway({ headers, body }, [secret], now)).toBe(true);
  });

  it.each<[string, Record<string, string | string[]>, Buffer, string[]]>([
    ['there is no subscription', headersOf(), body, []],
    ['the secret is another', headersOf(), body, [other]],
    ['the secret is empty', headersOf(), body, ['whsec_']],
    ['the body is another', headersOf(), Buffer.from('{}'), [secret]],
    ['the id is another', { ...headersOf(), 'webhook-id': 'evt_2' }, body, [secret]],
    ['it is old', headersOf(now - 301_000), body, [secret]],
    ['it is from the future', headersOf(now + 301_000), body, [secret]],
    ['its time is none', { ...headersOf(), 'webhook-timestamp': 'now' }, body, [secret]],
    ['a header came twice', { ...headersOf(), 'webhook-id': ['evt_1', 'evt_1'] }, body, [secret]],
    ['it is not signed', {}, body, [secret]],
    ['its signature is short', { ...headersOf(), 'webhook-signature': 'v1,AAAA' }, body, [secret]],
  ])('is refused when %s', (_, headers, text, secrets) => {
    expect(isFromGateway({ headers, body: text }, secrets, now)).toBe(false);
  });
});
