// The companies a process has seen lately, so that authentication costs no query per request. An entry is fresh for two
// seconds and then renewed in the background; one older than four seconds is never used, so a changed token takes
// effect everywhere within five.

import type { CompanyPlan } from '@hudhud/contract/companies.ts';
import type { TokenScope } from '@hudhud/contract/tokens.ts';
import type pg from 'pg';
import { createFreshMap } from '../platform/fresh-map.ts';
import { toPublicId } from '../platform/ids.ts';
import {
  createNetworkList,
  type NetworkList,
  readNetwork,
} from '../platform/outgoing-http/private-address.ts';
import { type CompanyRow, findCompanyWithTokens, type TokenRow } from './queries.ts';

export const loadCompany = (pool: pg.Pool) => (companyId: string) => findCompanyWithTokens(pool, companyId);

export interface CompanyToken {
  /** UUID. */
  readonly id: string;
  /** Null: the company's own token. */
  readonly name: string | null;
  /** Null: everything. */
  readonly scopes: readonly TokenScope[] | null;
  /** Null: from anywhere. */
  readonly networks: NetworkList | null;
  readonly expiresAt: number;
}

export interface Company {
  /** UUID. */
  readonly id: string;
  readonly publicId: string;
  readonly name: string;
  readonly timezone: string;
  readonly plan: CompanyPlan;
  readonly trialEndsAt: Date | null;
  readonly requestsPerMinute: number | null;
  /** By `digestKey`, so that a company with many tokens costs a request no more than one with a single token. */
  readonly tokens: ReadonlyMap<string, CompanyToken>;
}

export interface CompanyDirectory {
  /** The company when it is cached: null when it is known not to exist, undefined when it must be looked up. */
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

/**
 * One byte a character: the cheapest text of a digest. Looking it up is safe although the time it takes may differ: a digest
 * is an HMAC under a pepper that callers do not know, so they cannot come nearer to one by trying.
 */
export const digestKey = (digest: Buffer): string => digest.toString('latin1');

const toToken = (row: TokenRow): CompanyToken => {
  const networks = row.networks.flatMap((text) => readNetwork(text) ?? []);
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    networks: row.networks.length === 0 ? null : createNetworkList(networks),
    expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  };
};

const toCompany = ({ company, tokens }: { company: CompanyRow; tokens: TokenRow[] }): Company => ({
  id: company.id,
  publicId: toPublicId('company', company.id),
  name: company.name,
  timezone: company.timezone,
  plan: company.plan,
  trialEndsAt: company.trial_ends_at,
  requestsPerMinute: company.requests_per_minute,
  tokens: new Map(tokens.map((token) => [digestKey(token.digest), toToken(token)])),
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
