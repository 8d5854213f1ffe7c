// The SQL of members: who belongs to which company, as what.

import type { CompanyPlan, LanguageName } from '@hudhud/contract/companies.ts';
import type { MemberRole } from '@hudhud/contract/users.ts';
import type { Queryable } from '../../platform/database/database.ts';

export interface MemberRow {
  user_id: string;
  name: string;
  email: string;
  role: MemberRole;
  has_second_factor: boolean;
  created_at: Date;
}

export interface OwnCompanyRow {
  id: string;
  name: string;
  timezone: string;
  plan: CompanyPlan;
  trial_ends_at: Date | null;
  role: MemberRole;
  store_count: number;
}

/** False when there is none. Locked so that two owners who leave at once do not leave the company without one. */
export const lockCompanyOfMembers = async (db: Queryable, companyId: string): Promise<boolean> => {
  const { rowCount } = await db.query('select 1 from companies where id = $1 for no key update', [companyId]);
  return rowCount === 1;
};

const memberColumns = `users.id as user_id, users.name, users.email, members.role,
  users.totp_secret is not null as has_second_factor, members.created_at`;

export const listMembers = async (db: Queryable, companyId: string): Promise<MemberRow[]> => {
  const { rows } = await db.query<MemberRow>(
    `select ${memberColumns} from members join users on users.id = members.user_id
     where members.company_id = $1 order by members.created_at, users.id`,
    [companyId],
  );
  return rows;
};

export const findMember = async (
  db: Queryable,
  companyId: string,
  userId: string,
): Promise<MemberRow | null> => {
  const { rows } = await db.query<MemberRow>(
    `select ${memberColumns} from members join users on users.id = members.user_id
     where members.company_id = $1 and members.user_id = $2`,
    [companyId, userId],
  );
  return rows[0] ?? null;
};

/** False when the user belongs to the company already. */
export const insertMember = async (
  db: Queryable,
  companyId: string,
  userId: string,
  role: MemberRole,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    'insert into members (company_id, user_id, role) values ($1, $2, $3) on conflict do nothing',
    [companyId, userId, role],
  );
  return rowCount === 1;
};

export const updateRole = async (
  db: Queryable,
  companyId: string,
  userId: string,
  role: MemberRole,
): Promise<void> => {
  await db.query('update members set role = $3 where company_id = $1 and user_id = $2', [
    companyId,
    userId,
    role,
  ]);
};

export const deleteMember = async (db: Queryable, companyId: string, userId: string): Promise<void> => {
  await db.query('delete from members where company_id = $1 and user_id = $2', [companyId, userId]);
};

export interface OwnerRow {
  readonly email: string;
  readonly name: string;
  readonly language: LanguageName;
  readonly company_name: string;
}

export const listOwners = async (db: Queryable, companyId: string): Promise<OwnerRow[]> => {
  const { rows } = await db.query<OwnerRow>(
    `select users.email, users.name, users.language, companies.name as company_name
     from members
     join users on users.id = members.user_id
     join companies on companies.id = members.company_id and companies.deleting_at is null
     where members.company_id = $1 and members.role = 'owner'
     order by users.id`,
    [companyId],
  );
  return rows;
};

export const countOwners = async (db: Queryable, companyId: string): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from members where company_id = $1 and role = 'owner'`,
    [companyId],
  );
  return rows[0]?.count ?? 0;
};

/** Members and invitations that may still become some. */
export const countPlaces = async (db: Queryable, companyId: string): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select (select count(*) from members where company_id = $1)::integer
       + (select count(*) from invitations where company_id = $1 and expires_at > now())::integer as count`,
    [companyId],
  );
  return rows[0]?.count ?? 0;
};

export const listOwnCompanies = async (db: Queryable, userId: string): Promise<OwnCompanyRow[]> => {
  const { rows } = await db.query<OwnCompanyRow>(
    `select companies.id, companies.name, timezone, plan, trial_ends_at, members.role,
       (select count(*) from stores where stores.company_id = companies.id)::integer as store_count
     from members join companies on companies.id = members.company_id
     where members.user_id = $1 and deleting_at is null order by companies.id`,
    [userId],
  );
  return rows;
};
