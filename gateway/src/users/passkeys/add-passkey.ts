// A new passkey, in two steps: what the browser asks of the authenticator, and what the authenticator answered.

import type { NewPasskey } from '@hudhud/contract/passkeys.ts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { requirePassword } from '../passwords/require-password.ts';
import { lockUser } from '../queries.ts';
import { challengeMinutes, makeChallenge, takeChallengeIn } from './challenge.ts';
import { insertPasskey, listPasskeys, type PasskeyRow } from './queries.ts';
import type { RelyingParty } from './relying-party.ts';

const passkeysMax = 20;

/** EdDSA, ES256 and RS256: what authenticators have. */
const algorithms = [-8, -7, -257];

/** It opens the account by itself, so a borrowed browser must not make one: the password is asked for again. */
export const startPasskey = async (
  pool: pg.Pool,
  party: RelyingParty,
  userId: string,
  password: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> => {
  const user = await requirePassword(pool, userId, password);
  const known = await listPasskeys(pool, userId);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return await generateRegistrationOptions({
    rpName: 'Hudhud',
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    challenge: await makeChallenge(pool, userId),
    timeout: challengeMinutes * 60_000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map((row) => ({
      id: row.credential_id.toString('base64url'),
      transports: row.transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
};

/**
 * Certificates are refused, not only ignored: to check one, the library would ask the address that it names, and the
 * caller chooses the certificate.
 */
const hasCertificate = async (attestationObject: string): Promise<boolean> => {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  if (format === 'none') return false;
  return format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined;
};

const verify = async (
  pool: pg.Pool,
  party: RelyingParty,
  userId: string,
  credential: NewPasskey['credential'],
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>> => {
  const challenge = await takeChallengeIn(pool, userId, credential.response.clientDataJSON);
  if (challenge === null) throw new AppError('passkey_not_added');
  let result: VerifiedRegistrationResponse;
  try {
    if (await hasCertificate(credential.response.attestationObject))
      throw new Error('it carries a certificate');
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    result = await verifyRegistrationResponse({
      response: { clientExtensionResults: {}, ...credential } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      supportedAlgorithmIDs: algorithms,
      requireUserVerification: true,
    });
  } catch (error) {
    throw new AppError('passkey_not_added', { cause: error });
  }
  if (!result.verified) throw new AppError('passkey_not_added');
  return result.registrationInfo;
};

export const addPasskey = async (
  pool: pg.Pool,
  party: RelyingParty,
  userId: string,
  { name, credential }: NewPasskey,
): Promise<PasskeyRow> => {
  const { credential: key, credentialDeviceType } = await verify(pool, party, userId, credential);
  const row = {
    id: newUuid(),
    user_id: userId,
    credential_id: Buffer.from(key.id, 'base64url'),
    public_key: Buffer.from(key.publicKey),
    counter: String(key.counter),
    transports: credential.response.transports ?? [],
    name: name.trim(),
    is_synced: credentialDeviceType === 'multiDevice',
  };
  return await inTransaction(pool, async (client) => {
    await lockUser(client, userId);
    const known = await listPasskeys(client, userId);
    if (known.length >= passkeysMax) {
      throw new AppError('too_many_passkeys', { detail: `A user can have ${passkeysMax} passkeys.` });
    }
    if (!(await insertPasskey(client, row))) throw new AppError('passkey_not_added');
    return { ...row, created_at: new Date(), last_used_at: null };
  });
};
