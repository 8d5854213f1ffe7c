// Challenges for authenticators to sign. Each is random, kept for minutes, and works once, for the person it was made for.

import type pg from 'pg';
import { minuteMilliseconds } from '../../platform/time.ts';
import { digestSecret, makeSecret } from '../secret-link.ts';
import { deleteEndedChallenges, insertChallenge, takeChallenge } from './queries.ts';

export const challengeMinutes = 5;

const readChallenge = async (clientDataJSON: string): Promise<string | null> => {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
};

/** `userId` null: for signing in, when the user is not known yet. */
export const makeChallenge = async (
  pool: pg.Pool,
  userId: string | null,
): Promise<Uint8Array<ArrayBuffer>> => {
  const challenge = makeSecret();
  const expiresAt = new Date(Date.now() + challengeMinutes * minuteMilliseconds);
  await deleteEndedChallenges(pool);
  await insertChallenge(pool, { digest: digestSecret(challenge), userId, expiresAt });
  // The library encodes it once more; as bytes it comes out as it is.
  return new Uint8Array(Buffer.from(challenge, 'base64url'));
};

/** The challenge in what the browser signed for, used up. Null: it is not one of ours, or its time is over. */
export const takeChallengeIn = async (
  pool: pg.Pool,
  userId: string | null,
  clientDataJSON: string,
): Promise<string | null> => {
  const challenge = await readChallenge(clientDataJSON);
  if (challenge === null) return null;
  return (await takeChallenge(pool, digestSecret(challenge), userId)) ? challenge : null;
};
