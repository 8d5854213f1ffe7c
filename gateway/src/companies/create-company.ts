// A new company: its row, its first store and its first token, all or nothing. The token is shown once, to the caller,
// and never again.

import type { CompanyPlan, LanguageName } from '@hudhud/contract/companies.ts';
import type pg from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import { fieldProblem } from '../platform/errors.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import { dayMilliseconds } from '../platform/time.ts';
import { insertCompany, insertStore, insertToken } from './queries.ts';
import { makeToken } from './token.ts';

export interface NewCompany {
  readonly name: string;
  readonly timezone: string;
  readonly language?: LanguageName | undefined;
  readonly plan: CompanyPlan;
  readonly trialDays: number;
}

export interface CreatedCompany {
  readonly companyId: string;
  readonly token: string;
}

/** `companyId` is a UUID. */
export type AlsoForCompany = (client: pg.ClientBase, companyId: string) => Promise<void>;

/** The end of a trial that begins now. */
export const trialEnd = (days: number): Date => new Date(Date.now() + days * dayMilliseconds);

/** The IANA time zone in its canonical spelling, or null when there is none of that name. */
export const findTimezone = (name: string): string | null => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
};

/** The time zone in its canonical spelling; throws the refusal for the caller otherwise. */
export const requireTimezone = (name: string): string => {
  const timezone = findTimezone(name);
  if (timezone !== null) return timezone;
  const detail = `${JSON.stringify(name)} is no time zone of the IANA list.`;
  throw fieldProblem('unknown_timezone', { pointer: '/timezone' }, detail);
};

/** In a transaction that the caller has begun. `companyId` of the answer is a UUID. */
export const createCompanyIn = async (
  client: pg.ClientBase,
  secrets: Secrets,
  company: NewCompany,
  /** Creates what else a new company gets, in the same transaction. */
  also?: AlsoForCompany,
): Promise<CreatedCompany> => {
  const companyId = newUuid();
  const token = makeToken();
  await insertCompany(client, {
    id: companyId,
    name: company.name,
    timezone: company.timezone,
    language: company.language ?? 'en',
    plan: company.plan,
    trialEndsAt: company.plan === 'trial' ? trialEnd(company.trialDays) : null,
  });
  await insertStore(client, { companyId, id: newUuid(), name: company.name });
  await insertToken(client, {
    companyId,
    id: newUuid(),
    digest: secrets.digestToken(token),
    lastFour: token.slice(-4),
  });
  await also?.(client, companyId);
  return { companyId, token };
};

/** `companyId` of the answer is the public id. */
export const createCompany = async (
  pool: pg.Pool,
  secrets: Secrets,
  company: NewCompany,
  also?: AlsoForCompany,
): Promise<CreatedCompany> => {
  const created = await inTransaction(pool, (client) => createCompanyIn(client, secrets, company, also));
  return { companyId: toPublicId('company', created.companyId), token: created.token };
};
