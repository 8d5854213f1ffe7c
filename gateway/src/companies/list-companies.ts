// All companies, as the operator of the gateway sees them.

import type { CompanyProfile, Me, OperatorCompanyQuery } from '@hudhud/contract/companies.ts';
import type pg from 'pg';
import { toPublicId } from '../platform/ids.ts';
import { toIdRange, toPage } from '../platform/paging.ts';
import { presentCompany } from './present.ts';
import { findCompany, listCompanies, listCompanyPage } from './queries.ts';

export type ListedCompany = Me['company'];

export const listAllCompanies = async (pool: pg.Pool): Promise<ListedCompany[]> =>
  (await listCompanies(pool)).map((row) => ({
    id: toPublicId('company', row.id),
    name: row.name,
    timezone: row.timezone,
    plan: row.plan,
    trial_ends_at: row.trial_ends_at?.toISOString() ?? null,
  }));

/** Names and plans only: an operator does not read what companies send. */
export const pageCompanies = async (
  pool: pg.Pool,
  query: OperatorCompanyQuery,
): Promise<{ data: CompanyProfile[]; next_cursor: string | null }> => {
  const range = toIdRange('companies', query);
  const filter = { plan: query.plan ?? null, name: query.name?.trim() || null };
  return toPage('companies', await listCompanyPage(pool, range, filter), range.limit, presentCompany);
};

export const readCompany = async (pool: pg.Pool, companyId: string): Promise<CompanyProfile | null> => {
  const row = await findCompany(pool, companyId);
  return row && presentCompany(row);
};
