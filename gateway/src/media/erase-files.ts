// Takes a person's files away: those they sent, and those that were sent to them alone. The bytes follow with the next sweep.

import type pg from 'pg';
import { deleteMediaOf } from './queries.ts';

export const eraseFiles = async (
  pool: pg.Pool,
  { companyId, addresses }: { readonly companyId: string; readonly addresses: readonly string[] },
): Promise<number> => await deleteMediaOf(pool, companyId, addresses);
