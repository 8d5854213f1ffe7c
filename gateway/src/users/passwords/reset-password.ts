// Forgotten passwords: a link that works once and not for long. It goes out by mail, or the operator prints one.

import type { PasswordReset } from '@hudhud/contract/people.ts';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { normalEmail } from '../accounts/normal-email.ts';
import { findUser, findUserByEmail, type UserRow, updatePassword } from '../queries.ts';
import { digestSecret, makeSecret, resetLink } from '../secret-link.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import { hashPassword } from './password-hash.ts';
import { requireStrongPassword } from './password-rules.ts';
import { deleteEndedResets, deleteResets, findReset, insertReset, takeReset } from './queries.ts';

const hourMilliseconds = 3_600_000;

export interface MadeReset {
  readonly user: UserRow;
  readonly link: string;
}

/** Null when nobody has this e-mail address. */
export const makeReset = async (
  pool: pg.Pool,
  publicUrl: string,
  email: string,
  hours: number,
): Promise<MadeReset | null> => {
  const user = await findUserByEmail(pool, normalEmail(email));
  if (!user) return null;
  const secret = makeSecret();
  await deleteEndedResets(pool);
  const expiresAt = new Date(Date.now() + hours * hourMilliseconds);
  await insertReset(pool, { digest: digestSecret(secret), userId: user.id, expiresAt });
  return { user, link: resetLink(publicUrl, secret) };
};

/** The second factor stays: a stolen mailbox alone opens nothing. */
export const resetPassword = async (pool: pg.Pool, { token, password }: PasswordReset): Promise<void> => {
  const digest = digestSecret(token);
  const userId = (await findReset(pool, digest))?.user_id;
  const user = userId === undefined ? null : await findUser(pool, userId);
  if (!user) throw new AppError('link_invalid');
  requireStrongPassword(password, '/password', [user.name, user.email]);
  const passwordHash = await hashPassword(password);
  await inTransaction(pool, async (client) => {
    if (!(await takeReset(client, digest))) throw new AppError('link_invalid');
    await updatePassword(client, user.id, passwordHash);
    await deleteResets(client, user.id);
    await endAllSessions(client, user.id);
  });
};
