// The SQL of the second factor.

import type { Queryable } from '../../platform/database/database.ts';

export const setPending = async (db: Queryable, userId: string, sealed: Buffer): Promise<void> => {
  await db.query('update users set totp_pending = $2 where id = $1', [userId, sealed]);
};

export const activate = async (
  db: Queryable,
  userId: string,
  factor: { sealed: Buffer; step: number; recoveryCodes: readonly Buffer[] },
): Promise<void> => {
  await db.query(
    `update users set totp_secret = $2, totp_pending = null, totp_last_step = $3, recovery_codes = $4
     where id = $1`,
    [userId, factor.sealed, factor.step, factor.recoveryCodes],
  );
};

export const deactivate = async (db: Queryable, userId: string): Promise<void> => {
  await db.query(
    `update users set totp_secret = null, totp_pending = null, recovery_codes = '{}' where id = $1`,
    [userId],
  );
};

/** False when the step was used in the meantime: of two sign-ins with one code, one gets in. */
export const useStep = async (db: Queryable, userId: string, step: number): Promise<boolean> => {
  const { rowCount } = await db.query(
    'update users set totp_last_step = $2 where id = $1 and totp_last_step < $2',
    [userId, step],
  );
  return rowCount === 1;
};

/** False when it is none of the codes that are left. */
export const useRecoveryCode = async (db: Queryable, userId: string, digest: Buffer): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update users set recovery_codes = array_remove(recovery_codes, $2)
     where id = $1 and $2 = any (recovery_codes)`,
    [userId, digest],
  );
  return rowCount === 1;
};
