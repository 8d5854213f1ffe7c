// The two talks with an authenticator: making a passkey, and proving one to sign in or to turn the second factor off. The
// gateway asks, the browser hands it on, and the answer goes back. Loaded only when it is needed.

import type { Passkey, PasskeySignIn } from '@hudhud/contract/passkeys.ts';
import type { SessionState } from '@hudhud/contract/users.ts';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { post } from '../api.ts';

export async function makePasskey(password: string, name: string): Promise<Passkey> {
  const { options: optionsJSON } = await post<{ options: PublicKeyCredentialCreationOptionsJSON }>(
    '/passkeys/options',
    { body: { password } },
  );
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const credential = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  return await post<Passkey>('/passkeys', { body: { name, credential } });
}

/** The device says whose it is. The answer works once. */
async function provePasskey(): Promise<PasskeySignIn['credential']> {
  const { options: optionsJSON } = await post<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    '/sign-in/passkey/options',
  );
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
  return { id, rawId, type, response };
}

export const signInByPasskey = async (): Promise<SessionState> =>
  await post<SessionState>('/sign-in/passkey', { body: { credential: await provePasskey() } });

export const removeSecondFactorByPasskey = async (password: string): Promise<unknown> =>
  await post('/second-factor/remove', { body: { password, credential: await provePasskey() } });
