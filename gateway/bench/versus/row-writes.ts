// How many rows a stretch of work has written, by table, as PostgreSQL counts them.

import type pg from 'pg';
import { round2 } from '../figures.ts';

export interface Writes {
  /** Rows inserted, updated and deleted. */
  readonly total: number;
  /** `inserted + updated + deleted`, of which how many updates stayed on their page. */
  readonly tables: Readonly<Record<string, string>>;
}

interface TableRow {
  table: string;
  inserted: number;
  updated: number;
  deleted: number;
  hot: number;
}

/** Partitions count as their table. */
export const readWrites = async (client: pg.Client): Promise<readonly TableRow[]> => {
  const { rows } = await client.query<TableRow>(
    `select regexp_replace(relname, '_[0-9]{8}$', '') as table, sum(n_tup_ins)::integer as inserted,
       sum(n_tup_upd)::integer as updated, sum(n_tup_del)::integer as deleted, sum(n_tup_hot_upd)::integer as hot
     from pg_stat_user_tables group by 1 order by 1`,
  );
  return rows;
};

export const writesSince = (
  before: readonly TableRow[],
  after: readonly TableRow[],
  messages: number,
): Writes => {
  const earlier = new Map(before.map((row) => [row.table, row]));
  const each = (count: number): number => round2(count / messages);
  const tables: Record<string, string> = {};
  let total = 0;
  for (const row of after) {
    const old = earlier.get(row.table);
    const [inserted, updated, deleted, hot] = (['inserted', 'updated', 'deleted', 'hot'] as const).map(
      (kind) => row[kind] - (old?.[kind] ?? 0),
    ) as [number, number, number, number];
    if (inserted + updated + deleted === 0) continue;
    total += inserted + updated + deleted;
    tables[row.table] = `${each(inserted)} + ${each(updated)} + ${each(deleted)}, ${each(hot)} hot`;
  }
  return { total: each(total), tables };
};
