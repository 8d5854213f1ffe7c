// The second factor of a user: set up, confirmed by a first code, checked at sign-in, removed.

import { createHash, randomInt } from 'node:crypto';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { requirePassword } from '../passwords/require-password.ts';
import { lockUser, type UserRow } from '../queries.ts';
import { endOtherSessions } from '../sessions/end-sessions.ts';
import { activate, deactivate, setPending, useRecoveryCode, useStep } from './queries.ts';
import { findStep, makeTotpSecret, otpauthUri } from './totp.ts';

// Codes for the day on which the phone is lost. Each works once; only digests are stored.

const codesCount = 10;
const groups = 3;
const groupCharacters = 4;
/** Without the characters that people mix up. 12 of them are almost 60 bits, and tries are throttled. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

const makeRecoveryCodes = (): string[] =>
  Array.from({ length: codesCount }, () =>
    Array.from({ length: groups }, () => randomText(groupCharacters)).join('-'),
  );

/** Dashes, spaces and capital letters do not matter. */
const digestRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest();

const purposeOf = (userId: string): string => `totp ${userId}`;

export const startSecondFactor = async (
  pool: pg.Pool,
  secrets: Secrets,
  userId: string,
  password: string,
): Promise<{ secret: string; secret_uri: string }> => {
  const user = await requirePassword(pool, userId, password);
  if (user.totp_secret) throw new AppError('second_factor_active');
  const secret = makeTotpSecret();
  await setPending(pool, userId, secrets.seal(purposeOf(userId), secret));
  return { secret, secret_uri: otpauthUri(secret, user.email) };
};

/** Answers the recovery codes. Other browsers have to sign in again, now with the second factor. */
export const confirmSecondFactor = (
  pool: pg.Pool,
  secrets: Secrets,
  { userId, sessionId, code }: { userId: string; sessionId: string; code: string },
): Promise<string[]> =>
  inTransaction(pool, async (client) => {
    const user = await lockUser(client, userId);
    if (!user?.totp_pending) throw new AppError('second_factor_not_started');
    const secret = secrets.open(purposeOf(userId), user.totp_pending);
    const step = findStep(secret, code, 0, Date.now());
    if (step === null) throw new AppError('second_factor_wrong');
    const codes = makeRecoveryCodes();
    await activate(client, userId, {
      sealed: user.totp_pending,
      step,
      recoveryCodes: codes.map(digestRecoveryCode),
    });
    await endOtherSessions(client, userId, sessionId);
    return codes;
  });

const isAccepted = async (
  db: pg.Pool,
  secrets: Secrets,
  user: UserRow,
  sealed: Buffer,
  code: string,
): Promise<boolean> => {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return await useRecoveryCode(db, user.id, digestRecoveryCode(code));
  const secret = secrets.open(purposeOf(user.id), sealed);
  const step = findStep(secret, digits, Number(user.totp_last_step), Date.now());
  return step !== null && (await useStep(db, user.id, step));
};

/** Throws the refusal for a user with a second factor; silent for everybody else. */
export const checkSecondFactor = async (
  db: pg.Pool,
  secrets: Secrets,
  user: UserRow,
  code: string | undefined,
): Promise<void> => {
  if (!user.totp_secret) return;
  if (code === undefined || code.trim() === '') throw new AppError('second_factor_required');
  if (!(await isAccepted(db, secrets, user, user.totp_secret, code))) {
    throw new AppError('second_factor_wrong');
  }
};

/** A person who has only the password must not be able to remove the second factor: it is there against them. */
export const removeSecondFactor = async (
  pool: pg.Pool,
  secrets: Secrets,
  userId: string,
  proof: {
    readonly password: string;
    readonly code: string | undefined;
    /** Finds the user of the passkey in the request; null: it has none. */
    readonly passkeyOf: (() => Promise<string>) | null;
  },
): Promise<void> => {
  const user = await requirePassword(pool, userId, proof.password);
  if (!proof.passkeyOf) await checkSecondFactor(pool, secrets, user, proof.code);
  else if ((await proof.passkeyOf()) !== userId) throw new AppError('passkey_refused');
  await deactivate(pool, userId);
};
