// The two talks with an authenticator: making a passkey, and signing in by one. The gateway asks, the browser hands it on,
// and the answer goes back. Loaded only when somebody wants it.

import type { Passkey } from '@hudhud/contract/passkeys.ts';
import type { SessionState } from '@hudhud/contract/people.ts';
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

export async function signInByPasskey(): Promise<SessionState> {
  const { options: optionsJSON } = await post<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    '/sign-in/passkey/options',
  );
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
  return await post<SessionState>('/sign-in/passkey', {
    body: { credential: { id, rawId, type, response } },
  });
}
