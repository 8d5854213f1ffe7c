// The SQL of users.

import type { LanguageName } from '@hudhud/contract/companies.ts';
import type pg from 'pg';
import type { Queryable } from '../platform/database/database.ts';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  language: LanguageName;
  password_hash: string;
  totp_secret: Buffer | null;
  totp_pending: Buffer | null;
  /** A bigint, which the driver hands over as text. */
  totp_last_step: string;
  recovery_codes: Buffer[];
  is_operator: boolean;
  created_at: Date;
  /** Null: the user has not shown that they read mail at the address. */
  email_verified_at: Date | null;
}

/** One sign-up at a time: only one of two first users becomes the operator. */
export const lockUsers = async (client: pg.ClientBase): Promise<void> => {
  await client.query('lock table users in share row exclusive mode');
};

/** The first user of all is the operator. False when the e-mail address is taken. */
export const insertUser = async (
  db: Queryable,
  user: Pick<UserRow, 'id' | 'email' | 'name' | 'language' | 'password_hash'>,
  isEmailVerified: boolean,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `insert into users (id, email, name, language, password_hash, email_verified_at, is_operator)
     values ($1, $2, $3, $4, $5, case when $6 then now() end, not exists (select 1 from users))
     on conflict (email) do nothing`,
    [user.id, user.email, user.name, user.language, user.password_hash, isEmailVerified],
  );
  return rowCount === 1;
};

export const hasUsers = async (db: Queryable): Promise<boolean> => {
  const { rows } = await db.query<{ found: boolean }>('select exists (select 1 from users) as found');
  return rows[0]?.found ?? false;
};

export const findUser = async (db: Queryable, id: string): Promise<UserRow | null> => {
  const { rows } = await db.query<UserRow>('select * from users where id = $1', [id]);
  return rows[0] ?? null;
};

export const lockUser = async (db: Queryable, id: string): Promise<UserRow | null> => {
  const { rows } = await db.query<UserRow>('select * from users where id = $1 for update', [id]);
  return rows[0] ?? null;
};

export const findUserByEmail = async (db: Queryable, email: string): Promise<UserRow | null> => {
  const { rows } = await db.query<UserRow>('select * from users where email = $1', [email]);
  return rows[0] ?? null;
};

export const listUsers = async (
  db: Queryable,
): Promise<
  (Pick<UserRow, 'id' | 'email' | 'name' | 'is_operator'> & {
    is_email_verified: boolean;
    companies: number;
  })[]
> =>
  (
    await db.query(
      `select id, email, name, is_operator, email_verified_at is not null as is_email_verified,
         (select count(*)::integer from members where members.user_id = users.id) as companies
       from users order by id`,
    )
  ).rows;

export const updateUser = async (
  db: Queryable,
  id: string,
  change: { name: string | null; language: LanguageName | null },
): Promise<void> => {
  await db.query(
    'update users set name = coalesce($2, name), language = coalesce($3, language) where id = $1',
    [id, change.name, change.language],
  );
};

export const updatePassword = async (db: Queryable, id: string, passwordHash: string): Promise<void> => {
  await db.query('update users set password_hash = $2 where id = $1', [id, passwordHash]);
};

/** False when there is no such user. */
export const updateOperator = async (db: Queryable, email: string, isOperator: boolean): Promise<boolean> => {
  const { rowCount } = await db.query('update users set is_operator = $2 where email = $1', [
    email,
    isOperator,
  ]);
  return rowCount === 1;
};

export const markEmailVerified = async (db: Queryable, id: string): Promise<void> => {
  await db.query('update users set email_verified_at = coalesce(email_verified_at, now()) where id = $1', [
    id,
  ]);
};
