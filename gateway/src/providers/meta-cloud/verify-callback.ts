// Is it really Meta that calls? The handshake compares the verify token; every callback is signed over its exact bytes.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Callback } from '../callback.ts';
import type { ProviderFields } from '../provider.ts';
import { field } from './fields.ts';

/** Texts of different length are compared by their digests, so that the comparison reveals nothing about either. */
const equalTexts = (one: string, two: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(two).digest());

/** The length of a signature is no secret, and two digests more would cost as much as the signature. */
const equalSignatures = (one: string, two: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(two)];
  return first.length === second.length && timingSafeEqual(first, second);
};

export const answerMetaHandshake = (
  query: Readonly<Record<string, unknown>>,
  fields: ProviderFields,
): string | null => {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
  if (mode !== 'subscribe' || typeof token !== 'string' || typeof challenge !== 'string') return null;
  const expected = field(fields, 'verify_token');
  return expected !== '' && equalTexts(token, expected) ? challenge : null;
};

export const verifyMetaCallback = (
  callback: Pick<Callback, 'headers' | 'body'>,
  fields: ProviderFields,
): boolean => {
  const header = callback.headers['x-hub-signature-256'];
  const secret = field(fields, 'app_secret');
  if (typeof header !== 'string' || secret === '') return false;
  const signature = createHmac('sha256', secret).update(callback.body).digest('hex');
  return equalSignatures(header, `sha256=${signature}`);
};
