// Puts a user into a company without an invitation: for companies that were made on the command line and have no member
// yet who could invite.

import type { MemberRole } from '@hudhud/contract/users.ts';
import type pg from 'pg';
import { writeAudit } from '../../companies/audit/write-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { toPublicId } from '../../platform/ids.ts';
import { normalEmail } from '../accounts/normal-email.ts';
import { findUserByEmail } from '../queries.ts';
import { insertMember, lockCompanyOfMembers } from './queries.ts';

export type AddedMember = 'added' | 'user_not_found' | 'company_not_found' | 'already_member';

export const addMember = (
  pool: pg.Pool,
  {
    companyId,
    email,
    role,
  }: { readonly companyId: string; readonly email: string; readonly role: MemberRole },
): Promise<AddedMember> =>
  inTransaction(pool, async (client) => {
    if (!(await lockCompanyOfMembers(client, companyId))) return 'company_not_found';
    const user = await findUserByEmail(client, normalEmail(email));
    if (!user) return 'user_not_found';
    if (!(await insertMember(client, companyId, user.id, role))) return 'already_member';
    const target = toPublicId('user', user.id);
    const data = { name: user.name, role };
    await writeAudit(client, { kind: 'operator' }, { companyId, action: 'add_member', target, data });
    return 'added';
  });
