// Is it really 360dialog that calls? It does not sign: it sends a header that we chose. That proves who calls and nothing of
// what is said, so a callback is believed for the number that its address names only.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Callback } from '../callback.ts';
import type { ProviderFields } from '../provider.ts';
import { field } from './fields.ts';

/** The header that the sender's registration asks 360dialog to send. */
const secretHeader = 'authorization';

const equalTexts = (one: string, two: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(two).digest());

export const verifyDialog360Callback = (
  { headers }: Pick<Callback, 'headers'>,
  fields: ProviderFields,
): boolean => {
  const header = headers[secretHeader];
  const secret = field(fields, 'callback_secret');
  if (typeof header !== 'string' || secret === '') return false;
  return equalTexts(header, secret) || equalTexts(header, `Bearer ${secret}`);
};
