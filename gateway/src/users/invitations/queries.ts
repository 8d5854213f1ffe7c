// The SQL of invitations.

import type { MemberRole } from '@hudhud/contract/users.ts';
import type { Queryable } from '../../platform/database/database.ts';

export interface InvitationRow {
  id: string;
  role: MemberRole;
  note: string;
  invited_by: string;
  expires_at: Date;
  /** The address that it was mailed to. */
  email: string | null;
}

export interface FoundInvitation extends InvitationRow {
  company_id: string;
  company_name: string;
}

export const insertInvitation = async (
  db: Queryable,
  companyId: string,
  row: InvitationRow & { digest: Buffer },
): Promise<void> => {
  await db.query(
    `insert into invitations (company_id, id, digest, role, note, invited_by, expires_at, email)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [companyId, row.id, row.digest, row.role, row.note, row.invited_by, row.expires_at, row.email],
  );
};

export const listInvitations = async (db: Queryable, companyId: string): Promise<InvitationRow[]> => {
  const { rows } = await db.query<InvitationRow>(
    `select id, role, note, invited_by, expires_at, email from invitations
     where company_id = $1 and expires_at > now() order by id desc`,
    [companyId],
  );
  return rows;
};

export const findInvitation = async (
  db: Queryable,
  companyId: string,
  id: string,
): Promise<InvitationRow | null> => {
  const { rows } = await db.query<InvitationRow>(
    `select id, role, note, invited_by, expires_at, email from invitations
     where company_id = $1 and id = $2 and expires_at > now()`,
    [companyId, id],
  );
  return rows[0] ?? null;
};

export const findInvitationByDigest = async (
  db: Queryable,
  digest: Buffer,
): Promise<FoundInvitation | null> => {
  const { rows } = await db.query<FoundInvitation>(
    `select invitations.company_id, invitations.id, role, note, invited_by, expires_at, email,
       companies.name as company_name
     from invitations join companies on companies.id = invitations.company_id
     where digest = $1 and expires_at > now() and deleting_at is null`,
    [digest],
  );
  return rows[0] ?? null;
};

/** False when another request was quicker. */
export const deleteInvitation = async (db: Queryable, companyId: string, id: string): Promise<boolean> => {
  const { rowCount } = await db.query('delete from invitations where company_id = $1 and id = $2', [
    companyId,
    id,
  ]);
  return rowCount === 1;
};

export const deleteInvitations = async (db: Queryable, companyId: string): Promise<void> => {
  await db.query('delete from invitations where company_id = $1', [companyId]);
};

export const deleteEndedInvitations = async (db: Queryable, companyId: string): Promise<void> => {
  await db.query('delete from invitations where company_id = $1 and expires_at <= now()', [companyId]);
};
