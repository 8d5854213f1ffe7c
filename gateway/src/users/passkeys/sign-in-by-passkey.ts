// Signing in by a passkey. The authenticator asked for a finger, a face or a PIN, so it stands for password and second
// factor in one. The authenticator says who it is: no name is typed, and a stranger cannot learn who has an account.

import type { PasskeySignIn } from '@hudhud/contract/passkeys.ts';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import { type SessionOrigin, type StartedSession, startSession } from '../sessions/start-session.ts';
import type { SignInThrottle } from '../sign-in-throttle.ts';
import { challengeMinutes, makeChallenge, takeChallengeIn } from './challenge.ts';
import { findPasskeyByCredential, type PasskeyRow, useCounter } from './queries.ts';
import type { RelyingParty } from './relying-party.ts';

export interface PasskeySignInOptions {
  readonly pool: pg.Pool;
  readonly throttle: SignInThrottle;
}

export const startPasskeySignIn = async (
  { pool, throttle }: PasskeySignInOptions,
  party: RelyingParty,
  source: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> => {
  throttle.checkAddress(source);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return await generateAuthenticationOptions({
    rpID: party.id,
    challenge: await makeChallenge(pool, null),
    timeout: challengeMinutes * 60_000,
    userVerification: 'required',
  });
};

/** Throws when the signature does not hold; answers how often the key has signed. */
const verify = async (
  challenge: string,
  party: RelyingParty,
  passkey: PasskeyRow,
  credential: PasskeySignIn['credential'],
): Promise<number> => {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { clientExtensionResults: {}, ...credential } as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  });
  if (!verified) throw new Error('the signature is wrong');
  return authenticationInfo.newCounter;
};

/** The user of the passkey. Throws the refusal when it proves nothing. */
export const provePasskey = async (
  { pool, throttle }: PasskeySignInOptions,
  party: RelyingParty,
  credential: PasskeySignIn['credential'],
  source: string,
): Promise<string> => {
  throttle.checkAddress(source);
  const passkey = await findPasskeyByCredential(pool, Buffer.from(credential.id, 'base64url'));
  if (!passkey) throw new AppError('passkey_refused', { internal: 'no such passkey' });
  const { id, user_id: userId } = passkey;
  throttle.checkAccount(`passkey ${userId}`, source);
  const challenge = await takeChallengeIn(pool, null, credential.response.clientDataJSON);
  if (challenge === null) throw new AppError('passkey_refused', { internal: 'no such challenge' });
  let counter: number;
  try {
    counter = await verify(challenge, party, passkey, credential);
  } catch (error) {
    throw new AppError('passkey_refused', { cause: error });
  }
  if (!(await useCounter(pool, id, counter))) throw new AppError('passkey_refused', { internal: 'counter' });
  return userId;
};

export const signInByPasskey = async (
  options: PasskeySignInOptions,
  party: RelyingParty,
  { credential }: PasskeySignIn,
  origin: SessionOrigin,
): Promise<{ userId: string; session: StartedSession }> => {
  const userId = await provePasskey(options, party, credential, origin.source);
  return { userId, session: await startSession(options.pool, userId, origin) };
};
