// Forgotten passwords: a link that works once and not for long. It goes out by mail, or the operator prints one. A reset
// closes every other way in: anyone who had the account before, by a passkey or in an open browser, is out.

import type { PasswordReset } from '@hudhud/contract/users.ts';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { hourMilliseconds } from '../../platform/time.ts';
import { normalEmail } from '../accounts/normal-email.ts';
import type { ClosedWays } from '../mails.ts';
import { deletePasskeys, listPasskeys } from '../passkeys/queries.ts';
import {
  findUser,
  findUserByEmail,
  lockUser,
  markEmailVerified,
  type UserRow,
  updatePassword,
} from '../queries.ts';
import { deactivate } from '../second-factor/queries.ts';
import { digestSecret, makeSecret, resetLink } from '../secret-link.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import { listSessions } from '../sessions/queries.ts';
import { hashPassword } from './password-hash.ts';
import { requireStrongPassword } from './password-rules.ts';
import { deleteEndedResets, deleteResets, findReset, insertReset, takeReset } from './queries.ts';

export interface MadeReset {
  readonly user: UserRow;
  readonly link: string;
}

/** Null when no user has this e-mail address. */
export const makeReset = async (
  pool: pg.Pool,
  publicUrl: string,
  email: string,
  { hours, provesEmail }: { readonly hours: number; readonly provesEmail: boolean },
): Promise<MadeReset | null> => {
  const user = await findUserByEmail(pool, normalEmail(email));
  if (!user) return null;
  const secret = makeSecret();
  await deleteEndedResets(pool);
  const expiresAt = new Date(Date.now() + hours * hourMilliseconds);
  await insertReset(pool, { digest: digestSecret(secret), userId: user.id, expiresAt, provesEmail });
  return { user, link: resetLink(publicUrl, secret) };
};

/** The ways in that a new password by this link will close: sessions, passkeys, perhaps two-factor authentication. */
export const viewReset = async (pool: pg.Pool, token: string): Promise<ClosedWays> => {
  const reset = await findReset(pool, digestSecret(token));
  const user = reset && (await findUser(pool, reset.user_id));
  if (!user) throw new AppError('link_invalid');
  const [passkeys, sessions] = await Promise.all([listPasskeys(pool, user.id), listSessions(pool, user.id)]);
  return {
    passkeys: passkeys.map(({ name }) => name),
    sessions: sessions.length,
    isSecondFactorRemoved: removesSecondFactor(user, reset.proves_email),
  };
};

/**
 * The second factor stays: a stolen mailbox alone opens nothing. Except where the address was never proven before: then
 * the second factor belongs to the person who typed the address in, not to its owner.
 */
const removesSecondFactor = (user: UserRow, provesEmail: boolean): boolean =>
  provesEmail && user.email_verified_at === null && user.totp_secret !== null;

const closeWaysIn = async (
  client: pg.ClientBase,
  user: UserRow,
  provesEmail: boolean,
): Promise<ClosedWays> => {
  const isSecondFactorRemoved = removesSecondFactor(user, provesEmail);
  if (isSecondFactorRemoved) await deactivate(client, user.id);
  if (provesEmail) await markEmailVerified(client, user.id);
  await deleteResets(client, user.id);
  return {
    passkeys: await deletePasskeys(client, user.id),
    sessions: await endAllSessions(client, user.id),
    isSecondFactorRemoved,
  };
};

export const resetPassword = async (
  pool: pg.Pool,
  { token, password }: PasswordReset,
): Promise<{ user: UserRow; closed: ClosedWays }> => {
  const digest = digestSecret(token);
  const userId = (await findReset(pool, digest))?.user_id;
  const user = userId === undefined ? null : await findUser(pool, userId);
  if (!user) throw new AppError('link_invalid');
  requireStrongPassword(password, '/password', [user.name, user.email]);
  const passwordHash = await hashPassword(password);
  return await inTransaction(pool, async (client) => {
    const reset = await takeReset(client, digest);
    const locked = await lockUser(client, user.id);
    if (!reset || !locked) throw new AppError('link_invalid');
    await updatePassword(client, user.id, passwordHash);
    return { user, closed: await closeWaysIn(client, locked, reset.proves_email) };
  });
};
