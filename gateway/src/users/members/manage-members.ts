// Changing who belongs to a company, and as what. An owner may do everything; an admin deals only with those below an
// admin. The last owner stays.

import type { MemberRole } from '@hudhud/contract/users.ts';
import type pg from 'pg';
import { type AuditActor, changesOf, writeAudit } from '../../companies/audit/write-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { hasRole } from '../../platform/http/route-access.ts';
import { toPublicId } from '../../platform/ids.ts';
import {
  countOwners,
  deleteMember,
  findMember,
  lockCompanyOfMembers,
  type MemberRow,
  updateRole,
} from './queries.ts';

export interface MemberKey {
  readonly companyId: string;
  readonly userId: string;
}

export type UserActor = Extract<AuditActor, { kind: 'user' }>;

/**
 * An admin gives and takes the roles below their own. What the manager may do is read under the lock: their own role may
 * have changed just now.
 */
export const requireSay = async (
  client: pg.ClientBase,
  companyId: string,
  manager: UserActor,
  ...roles: readonly MemberRole[]
): Promise<void> => {
  const own = (await findMember(client, companyId, manager.userId))?.role ?? 'viewer';
  if (own === 'owner') return;
  if (own === 'admin' && roles.every((role) => !hasRole(role, 'admin'))) return;
  throw new AppError('role_too_low', { detail: 'Only an owner decides about admins and owners.' });
};

const lockMember = async (client: pg.ClientBase, { companyId, userId }: MemberKey): Promise<MemberRow> => {
  await lockCompanyOfMembers(client, companyId);
  const member = await findMember(client, companyId, userId);
  if (!member) throw new AppError('member_not_found');
  return member;
};

const keepAnOwner = async (client: pg.ClientBase, companyId: string, member: MemberRow): Promise<void> => {
  if (member.role === 'owner' && (await countOwners(client, companyId)) === 1)
    throw new AppError('last_owner');
};

export const changeMember = (
  pool: pg.Pool,
  manager: UserActor,
  key: MemberKey,
  role: MemberRole,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const { companyId, userId } = key;
    const member = await lockMember(client, key);
    await requireSay(client, companyId, manager, member.role, role);
    if (role !== 'owner') await keepAnOwner(client, companyId, member);
    await updateRole(client, companyId, userId, role);
    await writeAudit(client, manager, {
      companyId,
      action: 'change_member',
      target: toPublicId('user', userId),
      data: { name: member.name, role, role_before: member.role },
      changes: changesOf({ role: member.role }, { role }),
    });
  });

export const removeMember = (pool: pg.Pool, manager: UserActor, key: MemberKey): Promise<void> =>
  inTransaction(pool, async (client) => {
    const { companyId, userId } = key;
    const member = await lockMember(client, key);
    await requireSay(client, companyId, manager, member.role);
    await keepAnOwner(client, companyId, member);
    await deleteMember(client, companyId, userId);
    await writeAudit(client, manager, {
      companyId,
      action: 'remove_member',
      target: toPublicId('user', userId),
      data: { name: member.name, role: member.role },
    });
  });

export const leaveCompany = (pool: pg.Pool, actor: UserActor, companyId: string): Promise<void> =>
  inTransaction(pool, async (client) => {
    const { userId } = actor;
    const member = await lockMember(client, { companyId, userId });
    await keepAnOwner(client, companyId, member);
    await deleteMember(client, companyId, userId);
    const target = toPublicId('user', userId);
    await writeAudit(client, actor, { companyId, action: 'leave_company', target });
  });
