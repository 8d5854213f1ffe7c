// Registers our callback address at a provider, where a program can. A refusal does not undo the sender: it is kept as
// the problem of its callbacks, which the doctor and the sender's page show.

import type pg from 'pg';
import { fieldProblem } from '../platform/errors.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { Provider, Registration } from '../providers/provider.ts';
import { callbackPath } from './callback-path.ts';
import type { Sender } from './directory.ts';
import { setCallbackProblem } from './queries.ts';

export const notRegistered = 'callback_not_registered';

/** Before anything is stored: some providers take the address from a person only. */
export const refuseUnregistrable = ({
  registerCallback,
  title,
}: Pick<Provider, 'registerCallback' | 'title'>): void => {
  if (registerCallback) return;
  const detail = `${title} takes the callback address from a person: paste it there, and leave this out.`;
  throw fieldProblem('invalid_value', { pointer: '/register_callback' }, detail);
};

/** Null when there is nothing to register: the simulator knows the address already. */
export const registerCallback = async (
  pool: pg.Pool,
  http: OutgoingHttp,
  sender: Sender,
  publicUrl: string,
): Promise<Registration | null> => {
  const { provider, companyId, id } = sender;
  if (sender.isSimulated || !provider.registerCallback) return null;
  const url = `${publicUrl}${callbackPath({ provider: provider.name, companyId, id })}`;
  const registration = await provider.registerCallback(http, sender.fields, url);
  const problem =
    registration.kind === 'refused' ? { code: notRegistered, detail: registration.failure.cause } : null;
  await setCallbackProblem(pool, companyId, id, problem && JSON.stringify(problem));
  return registration;
};
