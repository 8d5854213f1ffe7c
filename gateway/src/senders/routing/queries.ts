// The SQL of routes.

import type { Queryable } from '../../platform/database/database.ts';

export interface RouteRow {
  company_id: string;
  id: string;
  position: number;
  name: string;
  store_id: string | null;
  tag: string | null;
  country_prefix: string | null;
  sender_ids: string[];
  after_minutes: number;
}

export const listRoutes = async (db: Queryable, companyId: string): Promise<RouteRow[]> => {
  const { rows } = await db.query<RouteRow>({
    name: 'list-routes',
    text: 'select * from routes where company_id = $1 order by position, id',
    values: [companyId],
  });
  return rows;
};

/** Writes all routes of a company; those that are not given are deleted. */
export const replaceRoutes = async (
  db: Queryable,
  companyId: string,
  rows: readonly RouteRow[],
): Promise<void> => {
  const ids = rows.map((row) => row.id);
  await db.query('delete from routes where company_id = $1 and id <> all ($2::uuid[])', [companyId, ids]);
  for (const row of rows) {
    await db.query(
      `insert into routes (company_id, id, position, name, store_id, tag, country_prefix, sender_ids, after_minutes)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (company_id, id) do update set position = excluded.position, name = excluded.name,
         store_id = excluded.store_id, tag = excluded.tag, country_prefix = excluded.country_prefix,
         sender_ids = excluded.sender_ids, after_minutes = excluded.after_minutes`,
      [
        companyId,
        row.id,
        row.position,
        row.name,
        row.store_id,
        row.tag,
        row.country_prefix,
        row.sender_ids,
        row.after_minutes,
      ],
    );
  }
};
