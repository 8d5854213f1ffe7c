// Proves that a request comes from the gateway that this trigger subscribed at, and is not an old one sent again:
// Standard Webhooks 1.0.0, over the body as it came over the wire.

import { createHmac, timingSafeEqual } from 'node:crypto';

const prefix = 'whsec_';
const toleranceSeconds = 300;

export interface Delivery {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const isEqual = (one: Buffer, two: Buffer): boolean => one.length === two.length && timingSafeEqual(one, two);

export function isFromGateway({ headers, body }: Delivery, secrets: readonly string[], now: number): boolean {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'));
  return secrets.some((secret) => {
    const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64');
    // With an empty key anyone could make a valid signature.
    if (key.length === 0) return false;
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return given.some((signature) => isEqual(signature, expected));
  });
}
