// All senders of a company, as the operator of the gateway sees them.

import type { Sender } from '@hudhud/contract/senders.ts';
import type pg from 'pg';
import type { Secrets } from '../platform/secrets.ts';
import { presentSender } from './present.ts';
import { hasCompany, listSenders } from './queries.ts';

/** Oldest first; null when there is no such company. */
export const listCompanySenders = async (
  pool: pg.Pool,
  secrets: Secrets,
  publicUrl: string,
  companyId: string,
): Promise<Sender[] | null> => {
  if (!(await hasCompany(pool, companyId))) return null;
  return (await listSenders(pool, companyId)).map((row) => presentSender(secrets, publicUrl, row));
};
