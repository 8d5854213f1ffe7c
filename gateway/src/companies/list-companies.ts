// All companies, as the operator of the gateway sees them.

import type { Me } from '@hudhud/contract/companies.ts';
import type pg from 'pg';
import { toPublicId } from '../platform/ids.ts';
import { listCompanies } from './queries.ts';

export type ListedCompany = Me['company'];

export const listAllCompanies = async (pool: pg.Pool): Promise<ListedCompany[]> =>
  (await listCompanies(pool)).map((row) => ({
    id: toPublicId('company', row.id),
    name: row.name,
    timezone: row.timezone,
    plan: row.plan,
    trial_ends_at: row.trial_ends_at?.toISOString() ?? null,
  }));
