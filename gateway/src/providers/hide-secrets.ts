// Takes the secrets of a sender out of texts that are stored or shown. Providers do echo them: Meta answers a malformed
// token with the token. Read an answer first and hide then: a verify token may be the word "messages".

import { createHideValues } from '../platform/hide-values.ts';
import type { Failure, ProviderField, ProviderFields } from './provider.ts';

export interface SecretsOf {
  readonly hide: (text: string) => string;
  readonly hideInFailure: (failure: Failure) => Failure;
  /** In the failure of an outcome, where it has one. */
  readonly hideInOutcome: <Outcome extends { readonly kind: string; readonly failure?: Failure }>(
    outcome: Outcome,
  ) => Outcome;
}

/** Cause and action of a failure are our texts; the others come from the provider. */
export const secretsHiddenBy = (hide: SecretsOf['hide']): SecretsOf => {
  const hideInFailure = (failure: Failure): Failure => ({
    ...failure,
    title: hide(failure.title),
    detail: hide(failure.detail),
  });
  return {
    hide,
    hideInFailure,
    hideInOutcome: (outcome) =>
      outcome.failure ? { ...outcome, failure: hideInFailure(outcome.failure) } : outcome,
  };
};

const findSecrets = (declared: readonly ProviderField[], fields: ProviderFields): SecretsOf => {
  const hide = createHideValues(
    declared.filter(({ isSecret }) => isSecret).map(({ name }) => fields[name] ?? ''),
  );
  return secretsHiddenBy(hide);
};

const known = new WeakMap<ProviderFields, SecretsOf>();

/** The fields of a sender are one object until they change, and every message asks. */
export const secretsOf = (declared: readonly ProviderField[], fields: ProviderFields): SecretsOf => {
  const found = known.get(fields) ?? findSecrets(declared, fields);
  known.set(fields, found);
  return found;
};
