// The SQL of sessions.

import type { MemberRole } from '@hudhud/contract/users.ts';
import type { Queryable } from '../../platform/database/database.ts';

export interface SessionRow {
  id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  source: string;
  user_agent: string | null;
}

export interface CallerRow {
  session_id: string;
  user_id: string;
  name: string;
  is_operator: boolean;
  role: MemberRole | null;
  /** It is a while since it was last written that the session is in use. */
  is_stale: boolean;
}

/** A browser that is not used for a week is signed out. */
const isAlive = `expires_at > now() and last_seen_at > now() - interval '7 days'`;

export const insertSession = async (
  db: Queryable,
  session: {
    digest: Buffer;
    id: string;
    userId: string;
    expiresAt: Date;
    source: string;
    userAgent: string | null;
  },
): Promise<void> => {
  await db.query(
    `insert into sessions (digest, id, user_id, expires_at, source, user_agent)
     values ($1, $2, $3, $4, $5, $6)`,
    [session.digest, session.id, session.userId, session.expiresAt, session.source, session.userAgent],
  );
};

/**
 * The caller and their role in the company: one round trip. Nothing of it is cached, so a user who is signed out or
 * removed is out with the next request.
 */
export const findCaller = async (
  db: Queryable,
  digest: Buffer,
  companyId: string | null,
): Promise<CallerRow | null> => {
  const { rows } = await db.query<CallerRow>({
    name: 'find-caller',
    text: `
      select sessions.id as session_id, users.id as user_id, users.name, users.is_operator, members.role,
        last_seen_at < now() - interval '1 minute' as is_stale
      from sessions
      join users on users.id = sessions.user_id
      left join members on members.company_id = $2 and members.user_id = users.id
      where digest = $1 and ${isAlive}`,
    values: [digest, companyId],
  });
  return rows[0] ?? null;
};

export const markSeen = async (db: Queryable, id: string): Promise<void> => {
  await db.query('update sessions set last_seen_at = now() where id = $1', [id]);
};

export const findSession = async (db: Queryable, id: string): Promise<SessionRow | null> => {
  const { rows } = await db.query<SessionRow>(`select * from sessions where id = $1`, [id]);
  return rows[0] ?? null;
};

export const listSessions = async (db: Queryable, userId: string): Promise<SessionRow[]> => {
  const { rows } = await db.query<SessionRow>(
    `select id, created_at, last_seen_at, expires_at, source, user_agent from sessions
     where user_id = $1 and ${isAlive} order by last_seen_at desc, id desc`,
    [userId],
  );
  return rows;
};

export const deleteSession = async (db: Queryable, userId: string, id: string): Promise<boolean> => {
  const { rowCount } = await db.query('delete from sessions where user_id = $1 and id = $2', [userId, id]);
  return rowCount === 1;
};

/** All of them when none is to stay. Answers how many were in use. */
export const deleteSessions = async (
  db: Queryable,
  userId: string,
  exceptId: string | null,
): Promise<number> => {
  const { rows } = await db.query<{ is_alive: boolean }>(
    `delete from sessions where user_id = $1 and ($2::uuid is null or id <> $2) returning ${isAlive} as is_alive`,
    [userId, exceptId],
  );
  return rows.filter((row) => row.is_alive).length;
};

export const deleteEndedSessions = async (db: Queryable, userId: string): Promise<void> => {
  await db.query(`delete from sessions where user_id = $1 and not (${isAlive})`, [userId]);
};
