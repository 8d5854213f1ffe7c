// The oldest company: whom the start-up text speaks to.

import type pg from 'pg';
import { toPublicId } from '../platform/ids.ts';
import { listCompanies } from './queries.ts';

export const findFirstCompany = async (pool: pg.Pool): Promise<{ id: string; name: string } | null> => {
  const first = (await listCompanies(pool))[0];
  return first ? { id: toPublicId('company', first.id), name: first.name } : null;
};
