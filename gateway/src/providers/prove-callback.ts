// Whether a provider has proven that it calls: by the secret of the sender, or by one of two while it is being replaced.

import type { Callback } from './callback.ts';
import type { Provider, ProviderFields } from './provider.ts';

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
