// Puts a company on another plan: what the operator of the gateway does when a trial becomes a customer.

import type { CompanyPlan } from '@hudhud/contract/companies.ts';
import type pg from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import { changesOf, writeAudit } from './audit/write-audit.ts';
import { trialEnd } from './create-company.ts';
import { lockCompany, updatePlan } from './queries.ts';

export interface PlanChange {
  /** UUID. */
  readonly companyId: string;
  readonly plan: CompanyPlan;
  /** Length of a trial, from now on. */
  readonly trialDays: number;
}

/** Answers the end of the trial, null when there is none; undefined when there is no such company. */
export const setPlan = (pool: pg.Pool, change: PlanChange): Promise<Date | null | undefined> =>
  inTransaction(pool, async (client) => {
    const { companyId, plan } = change;
    const before = await lockCompany(client, companyId);
    if (!before) return undefined;
    const trialEndsAt = plan === 'trial' ? trialEnd(change.trialDays) : null;
    await updatePlan(client, companyId, plan, trialEndsAt);
    const data = { plan, trial_ends_at: trialEndsAt?.toISOString() ?? null };
    const changes = changesOf({ plan: before.plan, trial_ends_at: before.trial_ends_at }, data);
    await writeAudit(client, { kind: 'operator' }, { companyId, action: 'change_plan', data, changes });
    return trialEndsAt;
  });
