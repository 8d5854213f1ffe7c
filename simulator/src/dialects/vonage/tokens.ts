// The two tokens of Vonage: the one that a caller signs with the application's key, and the one in callbacks that is signed
// with the account's secret. Written without a library, so that it is a witness of its own.
import { createHash, createHmac, createPublicKey, randomUUID, verify } from 'node:crypto';
import type { BusinessNumber } from '../../account/numbers.ts';
import { asObject, type Json } from '../../message/check-value.ts';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const decode = (part: string): Json => {
  try {
    return asObject(JSON.parse(Buffer.from(part, 'base64url').toString())) ?? {};
  } catch {
    return {};
  }
};

/** A key in one line, as a form makes of it, is a key. */
const pemOf = (text: string): string => {
  const [, label = 'PRIVATE KEY', body = ''] = /BEGIN ([A-Z ]+)-----(.*?)-----END/s.exec(text) ?? [];
  const lines = body.replace(/\s/g, '').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
};

/** Whether this application has signed the token, and it is not over. */
export function isSignedBy({ wabaId, accessToken }: BusinessNumber, token: string, nowMs: number): boolean {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { application_id: application, exp, jti } = decode(claims);
  if (decode(head).alg !== 'RS256' || application !== wabaId || typeof jti !== 'string') return false;
  if (typeof exp !== 'number' || exp * 1000 < nowMs) return false;
  try {
    const signed = Buffer.from(`${head}.${claims}`);
    return verify('sha256', signed, createPublicKey(pemOf(accessToken)), Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

export function signCallback({ wabaId, appSecret, verifyToken }: BusinessNumber, body: string): string {
  const claims = {
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
    iss: 'Vonage',
    payload_hash: createHash('sha256').update(body).digest('hex'),
    api_key: verifyToken,
    application_id: wabaId,
  };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', appSecret).update(signed).digest('base64url')}`;
}
