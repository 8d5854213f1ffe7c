// A new password in place of the old one. Every browser is signed out, the one that asks gets a new session: anyone
// else who knew the old password is out.

import type { PasswordChange } from '@hudhud/contract/users.ts';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { updatePassword } from '../queries.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import { type SessionOrigin, type StartedSession, startSession } from '../sessions/start-session.ts';
import { hashPassword } from './password-hash.ts';
import { requireStrongPassword } from './password-rules.ts';
import { deleteResets } from './queries.ts';
import { requirePassword } from './require-password.ts';

export const changePassword = async (
  pool: pg.Pool,
  userId: string,
  change: PasswordChange,
  origin: SessionOrigin,
): Promise<StartedSession> => {
  const user = await requirePassword(pool, userId, change.current_password);
  requireStrongPassword(change.new_password, '/new_password', [user.name, user.email]);
  const passwordHash = await hashPassword(change.new_password);
  return await inTransaction(pool, async (client) => {
    await updatePassword(client, userId, passwordHash);
    await deleteResets(client, userId);
    await endAllSessions(client, userId);
    return await startSession(client, userId, origin);
  });
};
