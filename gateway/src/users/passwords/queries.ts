// The SQL of links for forgotten passwords.

import type { Queryable } from '../../platform/database/database.ts';

export const insertReset = async (
  db: Queryable,
  reset: { digest: Buffer; userId: string; expiresAt: Date; provesEmail: boolean },
): Promise<void> => {
  await db.query(
    'insert into password_resets (digest, user_id, expires_at, proves_email) values ($1, $2, $3, $4)',
    [reset.digest, reset.userId, reset.expiresAt, reset.provesEmail],
  );
};

export const findReset = async (
  db: Queryable,
  digest: Buffer,
): Promise<{ user_id: string; proves_email: boolean } | null> => {
  const { rows } = await db.query<{ user_id: string; proves_email: boolean }>(
    'select user_id, proves_email from password_resets where digest = $1 and expires_at > now()',
    [digest],
  );
  return rows[0] ?? null;
};

/** Uses a link up. Null when it was used in the meantime. */
export const takeReset = async (db: Queryable, digest: Buffer): Promise<{ proves_email: boolean } | null> => {
  const { rows } = await db.query<{ proves_email: boolean }>(
    'delete from password_resets where digest = $1 and expires_at > now() returning proves_email',
    [digest],
  );
  return rows[0] ?? null;
};

/** A new password ends every link that would set another. */
export const deleteResets = async (db: Queryable, userId: string): Promise<void> => {
  await db.query('delete from password_resets where user_id = $1', [userId]);
};

export const deleteEndedResets = async (db: Queryable): Promise<void> => {
  await db.query('delete from password_resets where expires_at <= now()');
};
