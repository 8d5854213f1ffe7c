// The SQL of passkeys.

import type { Queryable } from '../../platform/database/database.ts';

export interface PasskeyRow {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  /** A bigint, which the driver hands over as text. */
  counter: string;
  transports: string[];
  name: string;
  is_synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

export const insertChallenge = async (
  db: Queryable,
  challenge: { digest: Buffer; userId: string | null; expiresAt: Date },
): Promise<void> => {
  await db.query('insert into passkey_challenges (digest, user_id, expires_at) values ($1, $2, $3)', [
    challenge.digest,
    challenge.userId,
    challenge.expiresAt,
  ]);
};

/** Uses a challenge up. False when there is none, or it is for another user. */
export const takeChallenge = async (
  db: Queryable,
  digest: Buffer,
  userId: string | null,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `delete from passkey_challenges
     where digest = $1 and user_id is not distinct from $2 and expires_at > now()`,
    [digest, userId],
  );
  return rowCount === 1;
};

export const deleteEndedChallenges = async (db: Queryable): Promise<void> => {
  await db.query('delete from passkey_challenges where expires_at <= now()');
};

/** False when the key is known already, to whomever it belongs. */
export const insertPasskey = async (
  db: Queryable,
  passkey: Omit<PasskeyRow, 'created_at' | 'last_used_at'>,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, is_synced)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing`,
    [
      passkey.id,
      passkey.user_id,
      passkey.credential_id,
      passkey.public_key,
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.is_synced,
    ],
  );
  return rowCount === 1;
};

export const listPasskeys = async (db: Queryable, userId: string): Promise<PasskeyRow[]> => {
  const { rows } = await db.query<PasskeyRow>('select * from passkeys where user_id = $1 order by id desc', [
    userId,
  ]);
  return rows;
};

export const findPasskeyByCredential = async (
  db: Queryable,
  credentialId: Buffer,
): Promise<PasskeyRow | null> => {
  const { rows } = await db.query<PasskeyRow>('select * from passkeys where credential_id = $1', [
    credentialId,
  ]);
  return rows[0] ?? null;
};

/** False when it was removed, or has signed again in the meantime: of two answers with one count, one gets in. */
export const useCounter = async (db: Queryable, id: string, counter: number): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update passkeys set counter = $2, last_used_at = now()
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter],
  );
  return rowCount === 1;
};

export const updatePasskeyName = async (
  db: Queryable,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | null> => {
  const { rows } = await db.query<PasskeyRow>(
    'update passkeys set name = $3 where user_id = $1 and id = $2 returning *',
    [userId, id, name],
  );
  return rows[0] ?? null;
};

export const deletePasskey = async (db: Queryable, userId: string, id: string): Promise<boolean> => {
  const { rowCount } = await db.query('delete from passkeys where user_id = $1 and id = $2', [userId, id]);
  return rowCount === 1;
};

/** All of a user's. Answers their names. */
export const deletePasskeys = async (db: Queryable, userId: string): Promise<string[]> => {
  const { rows } = await db.query<{ name: string }>(
    'delete from passkeys where user_id = $1 returning name',
    [userId],
  );
  return rows.map(({ name }) => name);
};
