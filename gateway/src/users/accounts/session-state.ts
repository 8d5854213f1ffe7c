// The signed-in user and their companies: the dashboard's first request.

import type { OwnCompany, SessionState, User } from '@hudhud/contract/users.ts';
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { toPublicId } from '../../platform/ids.ts';
import { listOwnCompanies, type OwnCompanyRow } from '../members/queries.ts';
import { findUser, type UserRow } from '../queries.ts';
import { findSession } from '../sessions/queries.ts';
import { signedInOf } from '../signed-in.ts';

const presentUser = (row: UserRow): User => ({
  id: toPublicId('user', row.id),
  name: row.name,
  email: row.email,
  is_email_verified: row.email_verified_at !== null,
  language: row.language,
  is_operator: row.is_operator,
  has_second_factor: row.totp_secret !== null,
  recovery_codes_left: row.recovery_codes.length,
});

const presentOwnCompany = (row: OwnCompanyRow): OwnCompany => ({
  id: toPublicId('company', row.id),
  name: row.name,
  timezone: row.timezone,
  plan: row.plan,
  trial_ends_at: row.trial_ends_at?.toISOString() ?? null,
  role: row.role,
  store_count: row.store_count,
});

export const readSessionState = async (
  pool: pg.Pool,
  userId: string,
  expiresAt: Date,
): Promise<SessionState> => {
  const [user, companies] = await Promise.all([findUser(pool, userId), listOwnCompanies(pool, userId)]);
  if (!user) throw new AppError('not_signed_in');
  return {
    user: presentUser(user),
    companies: companies.map(presentOwnCompany),
    expires_at: expiresAt.toISOString(),
  };
};

/** The state of the caller. */
export const currentState = async (pool: pg.Pool, incoming: IncomingRequest): Promise<SessionState> => {
  const { userId, sessionId } = signedInOf(incoming);
  const session = await findSession(pool, sessionId);
  if (!session) throw new AppError('not_signed_in');
  return await readSessionState(pool, userId, session.expires_at);
};
