// Joining a company by a link. A link works once, for one user.

import type pg from 'pg';
import { type AuditActor, writeAudit } from '../../companies/audit/write-audit.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { toPublicId } from '../../platform/ids.ts';
import { insertMember } from '../members/queries.ts';
import { deleteInvitation, type FoundInvitation, findInvitationByDigest } from './queries.ts';

export const openInvitation = async (db: Queryable, digest: Buffer): Promise<FoundInvitation> => {
  const invitation = await findInvitationByDigest(db, digest);
  if (!invitation) throw new AppError('link_invalid');
  return invitation;
};

/** In a transaction that the caller has begun: what throws here uses nothing up. */
export const joinByInvitation = async (
  client: pg.ClientBase,
  actor: Extract<AuditActor, { kind: 'user' }>,
  digest: Buffer,
): Promise<void> => {
  const { company_id: companyId, id, role } = await openInvitation(client, digest);
  if (!(await deleteInvitation(client, companyId, id))) throw new AppError('link_invalid');
  if (!(await insertMember(client, companyId, actor.userId, role))) throw new AppError('already_member');
  const target = toPublicId('user', actor.userId);
  await writeAudit(client, actor, { companyId, action: 'join_company', target, data: { role } });
};
