// Inviting a person by a link. Members may invite only with roles that they may give away anyhow.

import type { MemberRole } from '@hudhud/contract/users.ts';
import type pg from 'pg';
import { writeAudit } from '../../companies/audit/write-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid, toPublicId } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import { requireSay, type UserActor } from '../members/manage-members.ts';
import { countPlaces, lockCompanyOfMembers } from '../members/queries.ts';
import { digestSecret, makeSecret } from '../secret-link.ts';
import {
  deleteEndedInvitations,
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  insertInvitation,
} from './queries.ts';

const placesMax = 200;
export const invitationDays = 7;

export const inviteMember = (
  pool: pg.Pool,
  actor: UserActor,
  companyId: string,
  wish: { readonly role: MemberRole; readonly note: string; readonly email: string | null },
): Promise<{ invitation: InvitationRow; secret: string }> =>
  inTransaction(pool, async (client) => {
    await lockCompanyOfMembers(client, companyId);
    await requireSay(client, companyId, actor, wish.role);
    await deleteEndedInvitations(client, companyId);
    if ((await countPlaces(client, companyId)) >= placesMax) {
      const detail = `A company can have ${placesMax} members and open invitations.`;
      throw new AppError('too_many_members', { detail });
    }
    const secret = makeSecret();
    const invitation: InvitationRow = {
      id: newUuid(),
      ...wish,
      invited_by: actor.name,
      expires_at: new Date(Date.now() + invitationDays * dayMilliseconds),
    };
    await insertInvitation(client, companyId, { ...invitation, digest: digestSecret(secret) });
    const target = toPublicId('invitation', invitation.id);
    await writeAudit(client, actor, { companyId, action: 'invite_member', target, data: wish });
    return { invitation, secret };
  });

export const withdrawInvitation = (
  pool: pg.Pool,
  actor: UserActor,
  companyId: string,
  id: string,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    await lockCompanyOfMembers(client, companyId);
    const invitation = await findInvitation(client, companyId, id);
    if (!invitation) throw new AppError('invitation_not_found');
    await requireSay(client, companyId, actor, invitation.role);
    if (!(await deleteInvitation(client, companyId, id))) throw new AppError('invitation_not_found');
    const target = toPublicId('invitation', id);
    await writeAudit(client, actor, { companyId, action: 'withdraw_invitation', target });
  });
