// The companies a process has seen lately, so that authentication costs no query per request. An entry is fresh for two
// seconds and then renewed behind the scenes; one older than four seconds is never used, so a changed token takes effect
// everywhere within five.

import type { CompanyPlan } from '@hudhud/contract/companies.ts';
import { createFreshMap } from '../platform/fresh-map.ts';
import { toPublicId } from '../platform/ids.ts';
import type { CompanyRow, TokenRow } from './queries.ts';

export interface Company {
  /** UUID. */
  readonly id: string;
  readonly publicId: string;
  readonly name: string;
  readonly timezone: string;
  readonly plan: CompanyPlan;
  readonly trialEndsAt: Date | null;
  readonly requestsPerMinute: number | null;
  readonly tokens: readonly { readonly id: string; readonly digest: Buffer; readonly expiresAt: number }[];
}

export interface CompanyDirectory {
  /** The company when it is at hand: null when it is known not to exist, undefined when it must be looked up. */
  peek(companyId: string): Company | null | undefined;
  find(companyId: string): Promise<Company | null>;
  /** After a change by this very process, which need not wait for it. */
  forget(companyId: string): void;
}

export const freshMilliseconds = 2_000;
export const usableMilliseconds = 4_000;
/** Unknown ids are remembered too, so this bounds what a stranger with many made-up ids can make us keep. */
const entriesMax = 20_000;

type Load = (companyId: string) => Promise<{ company: CompanyRow; tokens: TokenRow[] } | null>;

const toCompany = ({ company, tokens }: { company: CompanyRow; tokens: TokenRow[] }): Company => ({
  id: company.id,
  publicId: toPublicId('company', company.id),
  name: company.name,
  timezone: company.timezone,
  plan: company.plan,
  trialEndsAt: company.trial_ends_at,
  requestsPerMinute: company.requests_per_minute,
  tokens: tokens.map((token) => ({
    id: token.id,
    digest: token.digest,
    expiresAt: token.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  })),
});

export const createCompanyDirectory = (load: Load, now: () => number = Date.now): CompanyDirectory =>
  createFreshMap<Company | null>({
    load: async (companyId) => {
      const found = await load(companyId);
      return found && toCompany(found);
    },
    freshMilliseconds,
    usableMilliseconds,
    entriesMax,
    now,
  });
