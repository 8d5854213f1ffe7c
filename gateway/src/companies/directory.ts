// The companies a process has seen lately, so that authentication costs no query per request. An entry is fresh for two
// seconds and then renewed behind the scenes; one older than four seconds is never used, so a changed token takes effect
// everywhere within five.

import type { CompanyPlan } from '@hudhud/contract/companies.ts';
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
  readonly tokens: readonly { readonly digest: Buffer; readonly expiresAt: number }[];
}

export interface CompanyDirectory {
  /** The company when it is at hand: null when it is known not to exist, undefined when it must be looked up. */
  peek(companyId: string): Company | null | undefined;
  find(companyId: string): Promise<Company | null>;
}

export const freshMilliseconds = 2_000;
export const usableMilliseconds = 4_000;
/** Unknown ids are remembered too, so this bounds what a stranger with many made-up ids can make us keep. */
const entriesMax = 20_000;

interface Entry {
  company: Company | null;
  readAt: number;
  renewal: Promise<Company | null> | null;
}

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
    digest: token.digest,
    expiresAt: token.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  })),
});

export const createCompanyDirectory = (load: Load, now: () => number = Date.now): CompanyDirectory => {
  const entries = new Map<string, Entry>();

  const renew = (companyId: string, entry: Entry): Promise<Company | null> => {
    entry.renewal ??= (async () => {
      // The age counts from before the query: what it read may be as old as that.
      const askedAt = now();
      try {
        const found = await load(companyId);
        entry.company = found && toCompany(found);
        entry.readAt = askedAt;
        return entry.company;
      } finally {
        entry.renewal = null;
      }
    })();
    return entry.renewal;
  };

  return {
    peek(companyId) {
      const entry = entries.get(companyId);
      if (!entry) return undefined;
      const age = now() - entry.readAt;
      if (age > usableMilliseconds) return undefined;
      // A renewal that fails is reported to the request that finds the entry too old, not here.
      if (age > freshMilliseconds) renew(companyId, entry).catch(() => undefined);
      return entry.company;
    },
    find(companyId) {
      let entry = entries.get(companyId);
      if (!entry) {
        if (entries.size >= entriesMax) entries.clear();
        entry = { company: null, readAt: Number.NEGATIVE_INFINITY, renewal: null };
        entries.set(companyId, entry);
      }
      return renew(companyId, entry);
    },
  };
};
