// The SQL of deleting a company: the mark, and removing its rows step by step. Which tables have rows of companies is
// read from the database itself, so that a table added later is not forgotten.

import type pg from 'pg';
import type { Queryable } from '../../platform/database/database.ts';

/** Only one process sweeps at a time. */
const lockNumber = 4_801_010;

export interface DeletionMark {
  readonly companyId: string;
  readonly name: string;
  readonly actor: 'user' | 'operator';
  readonly userName: string | null;
}

/** In a transaction that holds the company: it is gone for everybody, and the operator has it in writing. */
export const markCompany = async (client: pg.ClientBase, mark: DeletionMark): Promise<void> => {
  const { companyId } = mark;
  await client.query('update companies set deleting_at = now() where id = $1', [companyId]);
  await client.query('delete from tokens where company_id = $1', [companyId]);
  await client.query('delete from members where company_id = $1', [companyId]);
  await client.query(
    'insert into company_deletions (id, name, actor, user_name) values ($1, $2, $3, $4) on conflict do nothing',
    [companyId, mark.name, mark.actor, mark.userName],
  );
};

/** Deletes senders and webhooks. */
export const deleteWaysOut = async (db: Queryable, companyId: string): Promise<void> => {
  await db.query('delete from senders where company_id = $1', [companyId]);
  await db.query('delete from endpoints where company_id = $1', [companyId]);
};

/** No process may send or deliver for the company from now on. */
export const deleteLanes = async (db: Queryable, companyId: string): Promise<void> => {
  await db.query('delete from lanes where company_id = $1', [companyId]);
  await db.query('delete from endpoint_lanes where company_id = $1', [companyId]);
};

export interface TenantTable {
  /** Quoted. */
  table_name: string;
  /** Quoted: the column of the primary key that rows are removed in the order of. Null: there is one row at most. */
  key_name: string | null;
}

/** Every table with rows of companies, without `companies` itself. */
export const listTenantTables = async (db: Queryable): Promise<TenantTable[]> => {
  const { rows } = await db.query<TenantTable>(`
    select quote_ident(class.relname) as table_name, (
      select quote_ident(part.attname)
      from pg_index index
      join pg_attribute part on part.attrelid = index.indrelid and part.attnum = any (index.indkey)
      where index.indrelid = class.oid and index.indisprimary and part.attname <> 'company_id'
      order by array_position(index.indkey::smallint[], part.attnum)
      limit 1
    ) as key_name
    from pg_class class
    join pg_attribute tenant on tenant.attrelid = class.oid and tenant.attname = 'company_id'
      and not tenant.attisdropped
    where class.relnamespace = current_schema()::regnamespace and class.relkind in ('r', 'p')
      and not class.relispartition
    order by class.relname`);
  return rows;
};

/** Removes about so many rows of a company, in the order of the key: one short transaction. Answers how many. */
export const deleteSomeRows = async (
  db: Queryable,
  { table_name: table, key_name: key }: TenantTable,
  companyId: string,
  rowsMax: number,
): Promise<number> => {
  if (key === null) {
    const { rowCount } = await db.query(`delete from ${table} where company_id = $1`, [companyId]);
    return rowCount ?? 0;
  }
  const { rows } = await db.query<{ edge: unknown }>(
    `select ${key} as edge from ${table} where company_id = $1 order by ${key} limit 1 offset $2`,
    [companyId, rowsMax - 1],
  );
  const [last] = rows;
  const { rowCount } = last
    ? await db.query(`delete from ${table} where company_id = $1 and ${key} <= $2`, [companyId, last.edge])
    : await db.query(`delete from ${table} where company_id = $1`, [companyId]);
  return rowCount ?? 0;
};

export interface DeletingRow {
  id: string;
  /** No process can still be writing for it. */
  is_quiet: boolean;
}

/** Companies that are being deleted, those that have waited longest first. */
export const listDeleting = async (
  db: Queryable,
  quietSeconds: number,
  limit: number,
): Promise<DeletingRow[]> => {
  const { rows } = await db.query<DeletingRow>(
    `select id, deleting_at <= now() - make_interval(secs => $1) as is_quiet
     from companies where deleting_at is not null order by deleting_at limit $2`,
    [quietSeconds, limit],
  );
  return rows;
};

export const addDeletedRows = async (db: Queryable, companyId: string, count: number): Promise<void> => {
  await db.query('update company_deletions set rows_deleted = rows_deleted + $2 where id = $1', [
    companyId,
    count,
  ]);
};

/** The company itself, and the end of the story. */
export const finishDeletion = async (db: Queryable, companyId: string): Promise<void> => {
  await db.query(
    `with gone as (delete from companies where id = $1 and deleting_at is not null returning id)
     update company_deletions set finished_at = now() from gone where company_deletions.id = gone.id`,
    [companyId],
  );
};

/** The lock of a transaction, which is open until `releaseSweepLock`: a session's would stay with a pooler's connection. */
export const trySweepLock = async (client: pg.ClientBase): Promise<boolean> => {
  await client.query('begin');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  // Without parameters: the portal of a statement that has some would keep its snapshot until the next one.
  const { rows } = await client.query<{ is_ours: boolean }>(
    `select pg_try_advisory_xact_lock(${lockNumber}) as is_ours`,
  );
  const isOurs = rows[0]?.is_ours ?? false;
  if (!isOurs) await releaseSweepLock(client);
  return isOurs;
};

export const releaseSweepLock = async (client: pg.ClientBase): Promise<void> => {
  await client.query('rollback');
};
