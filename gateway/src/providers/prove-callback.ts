// Whether a provider has proven that it calls. A proof is compared with the right one in a time that tells a caller
// nothing about the right one.

import { createHash, timingSafeEqual } from 'node:crypto';
import { equalDigests } from '../platform/secrets.ts';
import type { Callback } from './callback.ts';
import type { Provider, ProviderFields } from './provider.ts';

/** Texts of different length are compared by their digests, so that the comparison reveals nothing about either. */
export const equalTexts = (one: string, two: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(two).digest());

/** The length of a signature is no secret, and two digests more would cost as much as the signature. */
export const equalSignatures = (one: string, two: string): boolean =>
  equalDigests(Buffer.from(one), Buffer.from(two));

/** By the secret of the sender, or by one of two while it is being replaced. */
export const isProvenCallback = async (
  { fields: declared, callbacks }: Pick<Provider, 'fields' | 'callbacks'>,
  callback: Callback,
  fields: ProviderFields,
): Promise<boolean> => {
  if (await callbacks.verify(callback, fields)) return true;
  const name = declared.find(({ provesCallbacks }) => provesCallbacks)?.name;
  const secrets = name === undefined ? [] : (fields[name] ?? '').split(' ');
  if (name === undefined || secrets.length < 2) return false;
  for (const secret of secrets)
    if (await callbacks.verify(callback, { ...fields, [name]: secret })) return true;
  return false;
};
