// Deletes old rows, a bounded number at a time, so that no statement takes long.

import type { Queryable } from './database.ts';

export interface AgingRows {
  readonly table: string;
  /** The columns of its key. */
  readonly key: readonly string[];
  /** The column with the moment from which the age of a row counts. */
  readonly since: string;
  readonly unit: 'days' | 'hours';
}

/** Deletes the oldest first. Answers how many. */
export const deleteOld = async (
  db: Queryable,
  { table, key, since, unit }: AgingRows,
  kept: number,
  rowsMax: number,
): Promise<number> => {
  const { rowCount } = await db.query(
    `with old as materialized (
       select ${key.join(', ')} from ${table}
       where ${since} < now() - make_interval(${unit} => $1)
       order by ${since} limit $2
     )
     delete from ${table} using old
     where ${key.map((column) => `${table}.${column} = old.${column}`).join(' and ')}`,
    [kept, rowsMax],
  );
  return rowCount ?? 0;
};

const rowsPerBite = 5_000;

/** Deletes all old rows. Answers how many. */
export const sweepOld = async (db: Queryable, rows: AgingRows, kept: number): Promise<number> => {
  let swept = 0;
  for (;;) {
    const bite = await deleteOld(db, rows, kept, rowsPerBite);
    swept += bite;
    if (bite < rowsPerBite) return swept;
  }
};
