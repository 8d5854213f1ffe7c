// The rows of one company in a table of its history. Their ids carry their time, so a time is a range of ids.

import { type Expression, type Kysely, sql } from 'kysely';
import type { IdRange } from '../paging.ts';
import type { Queryable } from './database.ts';
import type { MeasuredRange } from './measure-rows.ts';

/** The row is in a range of ids. */
export const isInRange = (companyId: string, { from, below }: Pick<IdRange, 'from' | 'below'>) =>
  sql<boolean>`company_id = ${companyId} and id >= ${from} and id < ${below}`;

/** The row is one of these. */
export const isAmong = (companyId: string, ids: readonly string[]) =>
  sql<boolean>`company_id = ${companyId} and id = any(${ids}::uuid[])`;

/**
 * Reads the newest of the rows found, and one more to learn whether another page follows. A few rows are fenced off, so
 * that PostgreSQL finds them by their index; if it saw the order, it would read all rows of the company by their key:
 * 0.3 s for a million, or from end to end a partition that it takes for empty.
 */
export const newestOf = async <Database, Row>(
  db: Kysely<Database>,
  found: Expression<Row>,
  limit: number,
  areFew: boolean,
): Promise<Row[]> => {
  const { rows } = await sql<Row>`with found as ${areFew ? sql`materialized` : sql``} ${found}
    select * from found order by id desc limit ${limit + 1}`.execute(db);
  return rows;
};

/** The newest ids from a moment on, newest first. */
export const listNewestIds = async (
  db: Queryable,
  table: MeasuredRange['table'],
  companyId: string,
  from: string,
  idsMax: number,
): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>({
    name: `list-newest-${table}`,
    text: `select id from ${table} where company_id = $1 and id >= $2 order by id desc limit $3`,
    values: [companyId, from, idsMax],
  });
  return rows.map(({ id }) => id);
};
