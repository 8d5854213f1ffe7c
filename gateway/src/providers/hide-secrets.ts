// Takes the secrets of a sender out of texts that are stored or shown. Providers do echo them: Meta answers a malformed
// token with the token. Read an answer first and hide then: somebody's verify token may be the word "messages".

import type { Failure, ProviderField, ProviderFields } from './provider.ts';

const removed = '[removed]';
/** What is shorter would be found in innocent words, and is no secret. */
const lengthMin = 6;

/** A secret as it is, inside JSON, inside JSON with escaped slashes, and inside an address. */
const waysToWrite = (secret: string): string[] => {
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, json, json.replaceAll('/', '\\/'), encodeURIComponent(secret.toWellFormed())];
};

export interface SecretsOf {
  readonly hide: (text: string) => string;
  readonly hideInFailure: (failure: Failure) => Failure;
}

const findSecrets = (declared: readonly ProviderField[], fields: ProviderFields): SecretsOf => {
  const secrets = declared
    .filter(({ isSecret }) => isSecret)
    .map(({ name }) => fields[name] ?? '')
    .filter((value) => value.length >= lengthMin)
    // One secret may contain another: the longer goes first.
    .toSorted((one, two) => two.length - one.length);
  // Most secrets are written in one way, whatever surrounds them.
  const texts = [...new Set(secrets.flatMap(waysToWrite))];
  const hide = (text: string): string =>
    texts.reduce((rest, secret) => rest.replaceAll(secret, removed), text);
  // Cause and action are texts of ours; what the provider wrote is not.
  return {
    hide,
    hideInFailure: (failure) => ({
      ...failure,
      title: hide(failure.title),
      detail: hide(failure.detail),
    }),
  };
};

const known = new WeakMap<ProviderFields, SecretsOf>();

/** The fields of a sender are one object until they change, and every message asks. */
export const secretsOf = (declared: readonly ProviderField[], fields: ProviderFields): SecretsOf => {
  const found = known.get(fields) ?? findSecrets(declared, fields);
  known.set(fields, found);
  return found;
};
