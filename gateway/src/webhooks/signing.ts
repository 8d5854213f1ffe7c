// Signs what we deliver, by Standard Webhooks 1.0.0, so that a receiver checks it with a library it already has. The key
// is what the secret's base64 stands for, not its text.

import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { memoize } from '../platform/memo.ts';

const prefix = 'whsec_';
const secretBytes = 32;

export const makeSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`;

export interface Signing {
  /** `webhook-id`: the same for every attempt. */
  readonly id: string;
  /** `webhook-timestamp`: of this attempt. */
  readonly timestampSeconds: number;
  /** The very text that is sent. */
  readonly body: string;
  /** Every secret that is valid now: while one is being replaced, a receiver may know either. */
  readonly secrets: readonly string[];
}

/** Making a key of its bytes costs five times as much as signing with it. */
const keyOf = memoize(1_000, (secret) =>
  createSecretKey(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64'),
);

/** The value of `webhook-signature`. */
export const sign = ({ id, timestampSeconds, body, secrets }: Signing): string => {
  const signed = `${id}.${timestampSeconds}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`)
    .join(' ');
};
