// Is it really Infobip that calls? A subscription there proves its calls in the way that its profile says: a user name and
// a password, a header with a secret, or a signature over the bytes.

import { createHmac } from 'node:crypto';
import type { Callback } from '../callback.ts';
import { equalTexts } from '../prove-callback.ts';
import type { ProviderFields } from '../provider.ts';
import { field } from './fields.ts';

const algorithms: Readonly<Record<string, string>> = {
  HMAC_SHA_256: 'sha256',
  HMAC_SHA_512: 'sha512',
};

const expectedOf = (body: Buffer, fields: ProviderFields, secret: string): string | null => {
  switch (field(fields, 'callback_proof')) {
    case 'basic': {
      const pair = `${field(fields, 'callback_username')}:${secret}`;
      return `Basic ${Buffer.from(pair).toString('base64')}`;
    }
    case 'header':
      return secret;
    case 'hmac': {
      const algorithm = algorithms[field(fields, 'hmac_algorithm')];
      const encoding = field(fields, 'hmac_encoding') === 'base64' ? 'base64' : 'hex';
      return algorithm ? createHmac(algorithm, secret).update(body).digest(encoding) : null;
    }
    default:
      return null;
  }
};

export const verifyInfobipCallback = (
  { headers, body }: Pick<Callback, 'headers' | 'body'>,
  fields: ProviderFields,
): boolean => {
  const secret = field(fields, 'callback_secret');
  const isBasic = field(fields, 'callback_proof') === 'basic';
  const given = headers[isBasic ? 'authorization' : field(fields, 'callback_header').toLowerCase()];
  const expected = secret === '' ? null : expectedOf(body, fields, secret);
  return typeof given === 'string' && expected !== null && equalTexts(given, expected);
};
