// Another company for a user who has one already.

import type { CreatedCompany, NewCompany } from '@hudhud/contract/companies.ts';
import type pg from 'pg';
import type { Static } from 'typebox';
import { requireTimezone } from '../../companies/create-company.ts';
import { readCompany } from '../../companies/list-companies.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../members/manage-members.ts';
import { listOwnCompanies } from '../members/queries.ts';
import { lockUser } from '../queries.ts';
import { type CompanyMaker, createOwnCompanyIn } from './sign-up.ts';

const ownedMax = 20;

export const createOwnCompany = async (
  pool: pg.Pool,
  options: CompanyMaker,
  actor: UserActor,
  body: NewCompany,
): Promise<Static<typeof CreatedCompany>> => {
  const timezone = requireTimezone(body.timezone ?? 'UTC');
  const { companyId, token } = await inTransaction(pool, async (client) => {
    // Counting and making go together, also when two requests come at once.
    await lockUser(client, actor.userId);
    const owned = (await listOwnCompanies(client, actor.userId)).filter(({ role }) => role === 'owner');
    if (owned.length >= ownedMax) {
      throw new AppError('too_many_companies', { detail: `A user can own ${ownedMax} companies.` });
    }
    const company = { name: body.name.trim(), timezone, language: body.language };
    return await createOwnCompanyIn(client, options, actor, company);
  });
  const company = await readCompany(pool, companyId);
  if (!company) throw new Error('a company that was just made is gone');
  return { company, token };
};
