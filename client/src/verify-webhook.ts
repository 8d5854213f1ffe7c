// Proves that a delivery comes from your gateway and is not an old one sent again (Standard Webhooks 1.0.0). Give it the
// body as it came over the wire: parsed and written again it is another text.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HudhudEvent } from './types/events.ts';

export interface Delivery {
  /** As the server got them: a `Headers`, or Node's `request.headers`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body. */
  readonly body: string | Uint8Array;
}

export interface VerifyOptions {
  /** The one of this webhook, or several while you change it. They start with `whsec_`. */
  readonly secret: string | readonly string[];
  /** How far the clocks may be apart. Left out: 300. */
  readonly toleranceSeconds?: number;
  /** Left out: now. In milliseconds. */
  readonly now?: number;
}

/** The delivery is not from your gateway, or too old: answer 401 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name: string = 'WebhookVerificationError';
}

const prefix = 'whsec_';
const toleranceSecondsDefault = 300;

const readHeader = (headers: Delivery['headers'], name: string): string => {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.join(' ') ?? '');
};

const isEqual = (one: Buffer, two: Buffer): boolean => one.length === two.length && timingSafeEqual(one, two);

/** Answers the event, or throws a WebhookVerificationError. */
export const verifyWebhook = (
  { headers, body }: Delivery,
  { secret, toleranceSeconds = toleranceSecondsDefault, now = Date.now() }: VerifyOptions,
): HudhudEvent => {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  if (!id || !timestamp || !signatures) {
    throw new WebhookVerificationError(
      'The delivery lacks webhook-id, webhook-timestamp or webhook-signature.',
    );
  }
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError(`The delivery is not of the last ${toleranceSeconds} s.`);
  }
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'));
  const bytes = Buffer.from(body as Uint8Array);
  const isSigned = [secret].flat().some((known) => {
    const key = Buffer.from(known.startsWith(prefix) ? known.slice(prefix.length) : known, 'base64');
    // With an empty key anyone could make a valid signature.
    if (key.length === 0) return false;
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(bytes).digest();
    return given.some((signature) => isEqual(signature, expected));
  });
  if (!isSigned) throw new WebhookVerificationError('None of the signatures fits the secret.');
  return JSON.parse(bytes.toString('utf8')) as HudhudEvent;
};
