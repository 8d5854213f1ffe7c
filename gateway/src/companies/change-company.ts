// Changes what a company is called, its time zone, its language, and who checks the 24-hour window.

import type { CompanyChange } from '@hudhud/contract/companies.ts';
import type pg from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { type AuditActor, changesOf, writeAudit } from './audit/write-audit.ts';
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
      ...(change.window !== undefined && { window_mode: change.window }),
    };
    await updateCompany(client, { ...row, ...data });
    const changes = changesOf(row as unknown as Record<string, unknown>, data);
    await writeAudit(client, actor, { companyId, action: 'change_company', data, changes });
  });
