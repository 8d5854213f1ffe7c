// Takes the secrets of a sender out of texts, and the token that was made with them: it opens the account for a while.

import { type SecretsOf, secretsHiddenBy, secretsOf } from '../hide-secrets.ts';
import type { ProviderFields } from '../provider.ts';
import { vonageFields } from './fields.ts';

export const vonageSecrets = (fields: ProviderFields, token: string): SecretsOf => {
  const known = secretsOf(vonageFields, fields);
  return secretsHiddenBy((text) => known.hide(text).replaceAll(token, '[removed]'));
};
