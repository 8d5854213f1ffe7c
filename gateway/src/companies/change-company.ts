// Changes what a company is called, its time zone and its language.

import type { CompanyChange } from '@hudhud/contract/companies.ts';
import type pg from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { type AuditActor, writeAudit } from './audit/write-audit.ts';
import { requireTimezone } from './create-company.ts';
import { lockCompany, updateCompany } from './queries.ts';

export const changeCompany = (
  pool: pg.Pool,
  actor: AuditActor,
  companyId: string,
  change: CompanyChange,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const row = await lockCompany(client, companyId);
    if (!row) throw new AppError('company_not_found');
    const data = {
      ...(change.name !== undefined && { name: change.name.trim() }),
      ...(change.timezone !== undefined && { timezone: requireTimezone(change.timezone) }),
      ...(change.language !== undefined && { language: change.language }),
    };
    await updateCompany(client, { ...row, ...data });
    await writeAudit(client, actor, { companyId, action: 'change_company', data });
  });
