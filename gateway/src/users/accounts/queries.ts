// The SQL of sign-ups that wait for the proof of their address, of the company that the first user takes over, and of users who
// leave.

import type { LanguageName } from '@hudhud/contract/companies.ts';
import type pg from 'pg';
import type { Queryable } from '../../platform/database/database.ts';

export interface SignUpRow {
  digest: Buffer;
  email: string;
  name: string;
  language: LanguageName;
  password_hash: string;
  company_name: string | null;
  timezone: string | null;
  invitation_digest: Buffer | null;
}

export const insertSignUp = async (
  db: Queryable,
  row: SignUpRow & { readonly expiresAt: Date },
): Promise<void> => {
  await db.query(
    `insert into sign_ups (
       digest, email, name, language, password_hash, company_name, timezone, invitation_digest, expires_at
     ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.digest,
      row.email,
      row.name,
      row.language,
      row.password_hash,
      row.company_name,
      row.timezone,
      row.invitation_digest,
      row.expiresAt,
    ],
  );
};

export const findSignUp = async (db: Queryable, digest: Buffer): Promise<SignUpRow | null> => {
  const { rows } = await db.query<SignUpRow>(
    'select * from sign_ups where digest = $1 and expires_at > now()',
    [digest],
  );
  return rows[0] ?? null;
};

/** Uses a link up, and with it every other sign-up for the address. False when it was used in the meantime. */
export const takeSignUp = async (
  db: Queryable,
  { digest, email }: Pick<SignUpRow, 'digest' | 'email'>,
): Promise<boolean> => {
  const { rows } = await db.query<{ digest: Buffer }>(
    'delete from sign_ups where email = $1 returning digest',
    [email],
  );
  return rows.some((row) => row.digest.equals(digest));
};

export const deleteEndedSignUps = async (db: Queryable): Promise<void> => {
  await db.query('delete from sign_ups where expires_at <= now()');
};

/** Locked, so that of two operators who leave at once one stays. */
export const countOtherOperators = async (client: pg.ClientBase, userId: string): Promise<number> => {
  const { rows } = await client.query('select id from users where is_operator order by id for update');
  return rows.filter(({ id }) => id !== userId).length;
};

/** Members, sessions, passkeys and links go with the user. */
export const deleteUserRow = async (db: Queryable, userId: string): Promise<void> => {
  await db.query('delete from users where id = $1', [userId]);
};

export const insertUserDeletion = async (
  db: Queryable,
  deletion: { userId: string; actor: 'user' | 'operator'; companies: number },
): Promise<void> => {
  await db.query('insert into user_deletions (id, actor, companies) values ($1, $2, $3)', [
    deletion.userId,
    deletion.actor,
    deletion.companies,
  ]);
};

/** Notes since when users belong to no company, and forgets it of those who joined one. */
export const noteUsersWithoutCompany = async (db: Queryable): Promise<void> => {
  await db.query(
    `with found as (
       select id, not exists (select 1 from members where user_id = users.id) as is_alone from users
     )
     update users set without_company_since = case when is_alone then now() end
     from found
     where users.id = found.id and is_alone = (without_company_since is null)`,
  );
};

/** Operators stay, and so do users who still sign in. Answers their ids. */
export const deleteUsersWithoutCompany = async (db: Queryable, days: number): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(
    `with gone as (
       delete from users
       where without_company_since < now() - make_interval(days => $1) and not is_operator
         and not exists (select 1 from members where user_id = users.id)
         and not exists (
           select 1 from sessions
           where user_id = users.id and last_seen_at > now() - make_interval(days => $1)
         )
       returning id
     )
     insert into user_deletions (id, actor, companies) select id, 'sweep', 0 from gone returning id`,
    [days],
  );
  return rows.map(({ id }) => id);
};

/**
 * The only company there is, when the gateway itself made a link for its first owner that is still unused, and this is
 * the only user. A company that an operator made beside others is never given away.
 */
export const findCompanyWithoutOwner = async (db: Queryable, onlyUserId: string): Promise<string | null> => {
  const { rows } = await db.query<{ company_id: string }>(
    `select invitations.company_id from invitations
     where invitations.role = 'owner' and invitations.invited_by = 'Hudhud' and invitations.email is null
       and invitations.expires_at > now()
       and not exists (select 1 from members where members.company_id = invitations.company_id)
       and not exists (select 1 from users where users.id <> $1)
       and (select count(*) from companies) = 1`,
    [onlyUserId],
  );
  return rows[0]?.company_id ?? null;
};
