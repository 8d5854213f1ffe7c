// The SQL of companies, their stores and their tokens.

import type { CompanyPlan, LanguageName, WindowMode } from '@hudhud/contract/companies.ts';
import type { TokenScope } from '@hudhud/contract/tokens.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { IdRange } from '../platform/paging.ts';

export interface CompanyRow {
  id: string;
  name: string;
  timezone: string;
  language: LanguageName;
  window_mode: WindowMode;
  plan: CompanyPlan;
  trial_ends_at: Date | null;
  requests_per_minute: number | null;
  created_at: Date;
}

export interface TokenRow {
  id: string;
  digest: Buffer;
  expires_at: Date | null;
  /** Null: the company's own token, which may do everything. */
  name: string | null;
  scopes: TokenScope[] | null;
  networks: string[];
}

export interface TokenInfoRow {
  id: string;
  last_four: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

/** One that is being deleted is gone for everybody but the sweep. */
const isThere = 'companies.deleting_at is null';

export const insertCompany = async (
  db: Queryable,
  company: {
    id: string;
    name: string;
    timezone: string;
    language: LanguageName;
    plan: CompanyPlan;
    trialEndsAt: Date | null;
  },
): Promise<void> => {
  await db.query(
    `insert into companies (id, name, timezone, language, plan, trial_ends_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [company.id, company.name, company.timezone, company.language, company.plan, company.trialEndsAt],
  );
};

export const findCompany = async (db: Queryable, companyId: string): Promise<CompanyRow | null> => {
  const { rows } = await db.query<CompanyRow>(`select * from companies where id = $1 and ${isThere}`, [
    companyId,
  ]);
  return rows[0] ?? null;
};

export const updateCompany = async (
  db: Queryable,
  row: Pick<CompanyRow, 'id' | 'name' | 'timezone' | 'language' | 'window_mode'>,
): Promise<void> => {
  await db.query(
    'update companies set name = $2, timezone = $3, language = $4, window_mode = $5 where id = $1',
    [row.id, row.name, row.timezone, row.language, row.window_mode],
  );
};

export const updatePlan = async (
  db: Queryable,
  companyId: string,
  plan: CompanyPlan,
  trialEndsAt: Date | null,
): Promise<void> => {
  await db.query('update companies set plan = $2, trial_ends_at = $3 where id = $1', [
    companyId,
    plan,
    trialEndsAt,
  ]);
};

export const insertStore = async (
  db: Queryable,
  store: { companyId: string; id: string; name: string },
): Promise<void> => {
  await db.query('insert into stores (company_id, id, name) values ($1, $2, $3)', [
    store.companyId,
    store.id,
    store.name,
  ]);
};

/** The first store was named after the company, and is again. */
export const renameStoreOf = async (
  db: Queryable,
  companyId: string,
  before: string,
  name: string,
): Promise<void> => {
  await db.query('update stores set name = $3 where company_id = $1 and name = $2', [
    companyId,
    before,
    name,
  ]);
};

/** Locks the company, so that two changes of its token at once happen one after the other. */
export const lockCompany = async (db: Queryable, companyId: string): Promise<CompanyRow | null> => {
  const { rows } = await db.query<CompanyRow>(
    `select * from companies where id = $1 and ${isThere} for update`,
    [companyId],
  );
  return rows[0] ?? null;
};

/** Ends a company's own tokens at a moment; a grace period that already ends earlier stays. Named tokens are not touched. */
export const expireTokens = async (db: Queryable, companyId: string, at: Date): Promise<void> => {
  await db.query(
    `update tokens set expires_at = least(coalesce(expires_at, $2), $2)
     where company_id = $1 and name is null`,
    [companyId, at],
  );
};

export const deleteExpiredTokens = async (db: Queryable, companyId: string): Promise<void> => {
  await db.query('delete from tokens where company_id = $1 and name is null and expires_at <= now()', [
    companyId,
  ]);
};

export const insertToken = async (
  db: Queryable,
  token: { companyId: string; id: string; digest: Buffer; lastFour: string },
): Promise<void> => {
  await db.query('insert into tokens (company_id, id, digest, last_four) values ($1, $2, $3, $4)', [
    token.companyId,
    token.id,
    token.digest,
    token.lastFour,
  ]);
};

/**
 * A company with the tokens that open it, in one round trip: what authentication needs. Named tokens that have ended are
 * among them, so that a caller gets that as the reason.
 */
export const findCompanyWithTokens = async (
  db: Queryable,
  companyId: string,
): Promise<{ company: CompanyRow; tokens: TokenRow[] } | null> => {
  const { rows } = await db.query<
    CompanyRow & {
      tokens: (Omit<TokenRow, 'digest' | 'expires_at'> & { digest: string; ends_at: number | null })[];
    }
  >({
    name: 'find-company-with-tokens',
    text: `
      select companies.*,
        coalesce(json_agg(json_build_object(
          'id', tokens.id, 'digest', encode(tokens.digest, 'hex'), 'name', tokens.name, 'scopes', tokens.scopes,
          'networks', tokens.networks, 'ends_at', extract(epoch from tokens.expires_at) * 1000
        ) order by tokens.id) filter (where tokens.id is not null), '[]') as tokens
      from companies
      left join tokens on tokens.company_id = companies.id
        and (tokens.expires_at is null or tokens.expires_at > now() or tokens.name is not null)
      where companies.id = $1 and ${isThere}
      group by companies.id`,
    values: [companyId],
  });
  const row = rows[0];
  if (!row) return null;
  const { tokens, ...company } = row;
  return {
    company,
    tokens: tokens.map(({ digest, ends_at, ...token }) => ({
      ...token,
      digest: Buffer.from(digest, 'hex'),
      expires_at: ends_at === null ? null : new Date(ends_at),
    })),
  };
};

export const listCompanies = async (db: Queryable): Promise<CompanyRow[]> =>
  (await db.query<CompanyRow>(`select * from companies where ${isThere} order by id`)).rows;

export interface CompanyFilter {
  readonly plan: CompanyPlan | null;
  /** Part of the name, case-insensitive. */
  readonly name: string | null;
}

export const listCompanyPage = async (
  db: Queryable,
  range: IdRange,
  filter: CompanyFilter,
): Promise<CompanyRow[]> => {
  const { rows } = await db.query<CompanyRow>(
    `select * from companies
     where id >= $1 and id < $2 and ${isThere}
       and ($4::text is null or plan = $4) and ($5::text is null or position(lower($5) in lower(name)) > 0)
     order by id desc limit $3`,
    [range.from, range.below, range.limit + 1, filter.plan, filter.name],
  );
  return rows;
};

/** A company's own tokens, the newest first. */
export const listTokens = async (db: Queryable, companyId: string): Promise<TokenInfoRow[]> => {
  const { rows } = await db.query<TokenInfoRow>(
    `select id, last_four, created_at, last_used_at, expires_at from tokens
     where company_id = $1 and name is null and (expires_at is null or expires_at > now())
     order by id desc`,
    [companyId],
  );
  return rows;
};

export const markTokensUsed = async (
  db: Queryable,
  uses: readonly { companyId: string; tokenId: string; at: Date }[],
): Promise<void> => {
  await db.query(
    `update tokens set last_used_at = greatest(tokens.last_used_at, used.at)
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as used (company_id, id, at)
     where tokens.company_id = used.company_id and tokens.id = used.id`,
    [uses.map((use) => use.companyId), uses.map((use) => use.tokenId), uses.map((use) => use.at)],
  );
};

/** Keeps the check of the first SECRET_KEY this database has seen, and answers it. */
export const keepSecretCheck = async (db: Queryable, check: Buffer): Promise<Buffer> => {
  await db.query('insert into instance (secret_check) values ($1) on conflict do nothing', [check]);
  const { rows } = await db.query<{ secret_check: Buffer }>('select secret_check from instance');
  return rows[0]?.secret_check ?? check;
};
