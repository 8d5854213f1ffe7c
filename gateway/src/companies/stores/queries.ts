// The SQL of stores.

import type { Queryable } from '../../platform/database/database.ts';
import type { IdRange } from '../../platform/paging.ts';

export interface StoreRow {
  id: string;
  name: string;
  created_at: Date;
}

export const listStores = async (db: Queryable, companyId: string, range: IdRange): Promise<StoreRow[]> => {
  const { rows } = await db.query<StoreRow>(
    `select id, name, created_at from stores
     where company_id = $1 and id >= $2 and id < $3
     order by id desc limit $4`,
    [companyId, range.from, range.below, range.limit + 1],
  );
  return rows;
};

export const findStore = async (db: Queryable, companyId: string, id: string): Promise<StoreRow | null> => {
  const { rows } = await db.query<StoreRow>(
    'select id, name, created_at from stores where company_id = $1 and id = $2',
    [companyId, id],
  );
  return rows[0] ?? null;
};

export const countStores = async (db: Queryable, companyId: string): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::integer as count from stores where company_id = $1',
    [companyId],
  );
  return rows[0]?.count ?? 0;
};

export const renameStore = async (
  db: Queryable,
  companyId: string,
  id: string,
  name: string,
): Promise<boolean> => {
  const { rowCount } = await db.query('update stores set name = $3 where company_id = $1 and id = $2', [
    companyId,
    id,
    name,
  ]);
  return rowCount === 1;
};

export const deleteStore = async (db: Queryable, companyId: string, id: string): Promise<boolean> => {
  const { rowCount } = await db.query('delete from stores where company_id = $1 and id = $2', [
    companyId,
    id,
  ]);
  return rowCount === 1;
};

export const isStoreInUse = async (db: Queryable, companyId: string, id: string): Promise<boolean> => {
  const { rowCount } = await db.query(
    'select 1 from senders where company_id = $1 and store_id = $2 limit 1',
    [companyId, id],
  );
  return rowCount === 1;
};
