// A user leaves for good. What they did stays in the audit logs of their companies, under the name they had.

import type { UserDeletion } from '@hudhud/contract/users.ts';
import type pg from 'pg';
import { type AuditActor, writeAudit } from '../../companies/audit/write-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { toPublicId } from '../../platform/ids.ts';
import type { Secrets } from '../../platform/secrets.ts';
import {
  countOwners,
  listOwnCompanies,
  lockCompanyOfMembers,
  type OwnCompanyRow,
} from '../members/queries.ts';
import { requirePassword } from '../passwords/require-password.ts';
import { findUserByEmail, lockUser, type UserRow } from '../queries.ts';
import { checkSecondFactor } from '../second-factor/second-factor.ts';
import { normalEmail } from './normal-email.ts';
import {
  countOtherOperators,
  deleteEndedSignUps,
  deleteUserRow,
  deleteUsersWithoutCompany,
  insertUserDeletion,
  noteUsersWithoutCompany,
} from './queries.ts';

/** Answers the UUIDs of the users who were removed. */
export const sweepUsers = async (pool: pg.Pool, days: number): Promise<string[]> => {
  await deleteEndedSignUps(pool);
  await noteUsersWithoutCompany(pool);
  return await deleteUsersWithoutCompany(pool, days);
};

type LeavingActor = Exclude<AuditActor, { kind: 'token' }>;

/** No company may be left without an owner: the user hands it over or deletes it first. */
const keepOwners = async (
  client: pg.ClientBase,
  user: UserRow,
  companies: readonly OwnCompanyRow[],
): Promise<void> => {
  const orphaned: string[] = [];
  for (const { id, name, role } of companies) {
    await lockCompanyOfMembers(client, id);
    if (role === 'owner' && (await countOwners(client, id)) === 1) orphaned.push(name);
  }
  if (orphaned.length === 0) return;
  const detail = `${user.name} is the only owner of ${orphaned.join(', ')}. Make somebody else an owner, or delete it, first.`;
  throw new AppError('last_owner', { detail });
};

const deleteUser = (pool: pg.Pool, userId: string, actor: LeavingActor): Promise<void> =>
  inTransaction(pool, async (client) => {
    const user = await lockUser(client, userId);
    if (!user) throw new AppError('not_signed_in');
    const companies = await listOwnCompanies(client, userId);
    await keepOwners(client, user, companies);
    if (user.is_operator && (await countOtherOperators(client, userId)) === 0) {
      throw new AppError('last_operator');
    }
    const target = toPublicId('user', userId);
    for (const { id: companyId, role } of companies) {
      const data = { name: user.name, role };
      await writeAudit(client, actor, { companyId, action: 'delete_user', target, data });
    }
    await deleteUserRow(client, userId);
    await insertUserDeletion(client, { userId, actor: actor.kind, companies: companies.length });
  });

/** Asks for everything that signing in asks for: a borrowed browser must not do it. */
export const deleteOwnUser = async (
  pool: pg.Pool,
  secrets: Secrets,
  actor: Extract<AuditActor, { kind: 'user' }>,
  { password, code }: UserDeletion,
): Promise<void> => {
  const user = await requirePassword(pool, actor.userId, password);
  await checkSecondFactor(pool, secrets, user, code);
  await deleteUser(pool, user.id, actor);
};

/** By the operator of the gateway. False when no user has this e-mail address. */
export const deleteUserByEmail = async (pool: pg.Pool, email: string): Promise<boolean> => {
  const user = await findUserByEmail(pool, normalEmail(email));
  if (!user) return false;
  await deleteUser(pool, user.id, { kind: 'operator' });
  return true;
};
