// Takes the secrets of a sender out of texts, and the token that was made with them: it opens the account for a while.

import { type SecretsOf, secretsOf } from '../hide-secrets.ts';
import type { ProviderFields } from '../provider.ts';
import { vonageFields } from './fields.ts';

export const vonageSecrets = (fields: ProviderFields, token: string): SecretsOf => {
  const known = secretsOf(vonageFields, fields);
  const hide = (text: string): string => known.hide(text).replaceAll(token, '[removed]');
  return {
    hide,
    hideInFailure: (failure) => ({
      ...failure,
      title: hide(failure.title),
      detail: hide(failure.detail),
    }),
  };
};
