// The rows of one company in a table of its history. Their ids carry their time, so a time is a range of ids.

import { sql } from 'kysely';
import type { IdRange } from '../paging.ts';
import type { Queryable } from './database.ts';
import type { MeasuredRange } from './measure-rows.ts';

/** The row is in a range of ids. */
export const isInRange = (companyId: string, { from, below }: Pick<IdRange, 'from' | 'below'>) =>
  sql<boolean>`company_id = ${companyId} and id >= ${from} and id < ${below}`;

/** The row is one of these. */
export const isAmong = (companyId: string, ids: readonly string[]) =>
  sql<boolean>`company_id = ${companyId} and id = any(${ids}::uuid[])`;

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
