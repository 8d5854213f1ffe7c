// The way into a company that was made without a person, such as the demo: a link for its first owner. There is no
// password that everybody knows.

import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import { listMembers, lockCompanyOfMembers } from '../members/queries.ts';
import { digestSecret, invitationLink, makeSecret } from '../secret-link.ts';
import { invitationDays } from './invite-member.ts';
import { deleteInvitations, insertInvitation } from './queries.ts';

/** Null when the company has members, who can invite others themselves. An earlier link no longer works. */
export const inviteFirstOwner = (
  pool: pg.Pool,
  publicUrl: string,
  companyId: string,
): Promise<string | null> =>
  inTransaction(pool, async (client) => {
    await lockCompanyOfMembers(client, companyId);
    if ((await listMembers(client, companyId)).length > 0) return null;
    const secret = makeSecret();
    await deleteInvitations(client, companyId);
    await insertInvitation(client, companyId, {
      id: newUuid(),
      digest: digestSecret(secret),
      role: 'owner',
      note: '',
      invited_by: 'Hudhud',
      email: null,
      expires_at: new Date(Date.now() + invitationDays * dayMilliseconds),
    });
    return invitationLink(publicUrl, secret);
  });
