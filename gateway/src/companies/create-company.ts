// A new company: its row, its first store and its first token, all or nothing. The token is shown to whoever asked and
// never again.

import type { CompanyPlan } from '@hudhud/contract/companies.ts';
import type pg from 'pg';
import { inTransaction } from '../platform/database.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import { insertCompany, insertStore, insertToken } from './queries.ts';
import { makeToken } from './token.ts';

export interface NewCompany {
  readonly name: string;
  readonly timezone: string;
  readonly plan: CompanyPlan;
  readonly trialDays: number;
}

export interface CreatedCompany {
  readonly companyId: string;
  readonly token: string;
}

/** `companyId` is a UUID. */
export type AlsoForCompany = (client: pg.ClientBase, companyId: string) => Promise<void>;

const dayMilliseconds = 86_400_000;

/** The IANA time zone in its canonical spelling, or null when there is none of that name. */
export const findTimezone = (name: string): string | null => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
};

export const createCompany = async (
  pool: pg.Pool,
  secrets: Secrets,
  company: NewCompany,
  /** What else a new company gets, in the same transaction. */
  also?: AlsoForCompany,
): Promise<CreatedCompany> => {
  const companyId = newUuid();
  const token = makeToken();
  await inTransaction(pool, async (client) => {
    await insertCompany(client, {
      id: companyId,
      name: company.name,
      timezone: company.timezone,
      plan: company.plan,
      trialEndsAt:
        company.plan === 'trial' ? new Date(Date.now() + company.trialDays * dayMilliseconds) : null,
    });
    await insertStore(client, { companyId, id: newUuid(), name: company.name });
    await insertToken(client, {
      companyId,
      id: newUuid(),
      digest: secrets.digestToken(token),
      lastFour: token.slice(-4),
    });
    await also?.(client, companyId);
  });
  return { companyId: toPublicId('company', companyId), token };
};
