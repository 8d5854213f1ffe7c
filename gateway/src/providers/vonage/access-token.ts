// The token of a request: made here with the application's private key, good for a quarter of an hour, and used for all
// requests of the sender until shortly before its end. A signature costs about a millisecond; a token per message would
// cost that each time.

import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto';
import { memoize } from '../../platform/memo.ts';
import { type SecretsOf, secretsHiddenBy, secretsOf } from '../hide-secrets.ts';
import type { ProviderFields } from '../provider.ts';
import { field, vonageFields } from './fields.ts';

const lifeSeconds = 900;
/** A request may wait for its connection; its token must still be good then. */
const reserveSeconds = 120;
const tokensMax = 1_000;

/** A key that lost its line breaks in a form is still that key. */
const restorePem = (text: string): string => {
  const found = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----([\s\S]*?)-----END \1-----/.exec(text);
  const [, label = 'PRIVATE KEY', body = text] = found ?? [];
  const lines =
    body
      .replaceAll('\\n', '')
      .replace(/\s/g, '')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
};

/** Null for a text that is not an RSA key. */
const readKey = memoize(tokensMax, (text): KeyObject | null => {
  try {
    const key = createPrivateKey(restorePem(text));
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
});

interface MintedToken {
  readonly token: string;
  /** Milliseconds since 1970 from which another is made. */
  readonly renewAt: number;
}

const minted = new Map<string, MintedToken>();

/** Null when the private key cannot be used. */
export const accessTokenOf = async (
  fields: ProviderFields,
  now: () => number = Date.now,
): Promise<string | null> => {
  const applicationId = field(fields, 'application_id');
  const pem = field(fields, 'private_key');
  const name = `${applicationId} ${pem}`;
  const known = minted.get(name);
  if (known && known.renewAt > now()) return known.token;
  const key = readKey(pem);
  if (!key) return null;
  const { SignJWT } = await import('jose');
  const issuedAt = Math.floor(now() / 1000);
  const token = await new SignJWT({ application_id: applicationId })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setJti(randomUUID())
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(key);
  const [oldest] = minted.keys();
  if (minted.size >= tokensMax && oldest !== undefined) minted.delete(oldest);
  minted.set(name, { token, renewAt: (issuedAt + lifeSeconds - reserveSeconds) * 1000 });
  return token;
};

/** Takes the secrets of a sender out of texts, and the token that was made with them: it opens the account for a while. */
export const vonageSecrets = (fields: ProviderFields, token: string): SecretsOf => {
  const known = secretsOf(vonageFields, fields);
  return secretsHiddenBy((text) => known.hide(text).replaceAll(token, '[removed]'));
};
