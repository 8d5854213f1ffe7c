// Where the company directory reads from.

import type pg from 'pg';
import { findCompanyWithTokens } from './queries.ts';

export const loadCompany = (pool: pg.Pool) => (companyId: string) => findCompanyWithTokens(pool, companyId);
