// Is it really Meta that calls? The handshake compares the verify token; every callback is signed over its exact bytes.

import { createHmac } from 'node:crypto';
import type { Callback } from '../callback.ts';
import { equalSignatures, equalTexts } from '../prove-callback.ts';
import type { ProviderFields } from '../provider.ts';
import { field } from './fields.ts';

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
