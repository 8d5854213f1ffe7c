// The SQL of named tokens. Those that have no name are the company's own (../queries.ts).

import type { TokenScope } from '@hudhud/contract/tokens.ts';
import type { Queryable } from '../../platform/database/database.ts';

export interface NamedTokenRow {
  id: string;
  name: string;
  scopes: TokenScope[];
  networks: string[];
  last_four: string;
  created_at: Date;
  created_by: string | null;
  last_used_at: Date | null;
  expires_at: Date | null;
}

const columns = 'id, name, scopes, networks, last_four, created_at, created_by, last_used_at, expires_at';

export const listNamedTokens = async (db: Queryable, companyId: string): Promise<NamedTokenRow[]> => {
  const { rows } = await db.query<NamedTokenRow>(
    `select ${columns} from tokens where company_id = $1 and name is not null order by id desc`,
    [companyId],
  );
  return rows;
};

/** Locked, so that the old values an audit entry names are those that the change replaced. */
export const lockNamedToken = async (
  db: Queryable,
  companyId: string,
  id: string,
): Promise<NamedTokenRow | null> => {
  const { rows } = await db.query<NamedTokenRow>(
    `select ${columns} from tokens where company_id = $1 and id = $2 and name is not null for update`,
    [companyId, id],
  );
  return rows[0] ?? null;
};

export const isTokenNameTaken = async (
  db: Queryable,
  companyId: string,
  name: string,
  exceptId: string | null,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `select 1 from tokens
     where company_id = $1 and name is not null and lower(name) = lower($2) and id is distinct from $3::uuid`,
    [companyId, name, exceptId],
  );
  return rowCount !== 0;
};

export type TokenValues = Pick<NamedTokenRow, 'name' | 'scopes' | 'networks' | 'expires_at'>;

export const insertNamedToken = async (
  db: Queryable,
  token: TokenValues & {
    companyId: string;
    id: string;
    digest: Buffer;
    lastFour: string;
    createdBy: string | null;
  },
): Promise<void> => {
  await db.query(
    `insert into tokens (company_id, id, digest, last_four, name, scopes, networks, expires_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      token.companyId,
      token.id,
      token.digest,
      token.lastFour,
      token.name,
      token.scopes,
      token.networks,
      token.expires_at,
      token.createdBy,
    ],
  );
};

export const updateNamedToken = async (
  db: Queryable,
  companyId: string,
  id: string,
  values: TokenValues,
): Promise<void> => {
  await db.query(
    `update tokens set name = $3, scopes = $4, networks = $5, expires_at = $6
     where company_id = $1 and id = $2`,
    [companyId, id, values.name, values.scopes, values.networks, values.expires_at],
  );
};

export const deleteNamedToken = async (db: Queryable, companyId: string, id: string): Promise<void> => {
  await db.query('delete from tokens where company_id = $1 and id = $2 and name is not null', [
    companyId,
    id,
  ]);
};

/** Answers how many went. Until then the refusal of a caller with one says that it has ended. */
export const deleteLongEndedTokens = async (db: Queryable, days: number): Promise<number> => {
  const { rowCount } = await db.query(
    'delete from tokens where name is not null and expires_at < now() - make_interval(days => $1)',
    [days],
  );
  return rowCount ?? 0;
};
