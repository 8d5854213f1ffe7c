// Reports the server settings that are too small for this gateway, as sentences for an operator. A server that starts
// small works for months and then fails when there are many partitions, so the settings are checked in advance.

import type pg from 'pg';

export interface ServerNeeds {
  /** The connections this process opens at most. */
  readonly connections: number;
  /** The table with the most partitions. */
  readonly table: string;
}

export interface FoundSettings {
  locks_per_transaction: number;
  connections: number;
  /** The table, its partitions and all their indexes: what one statement may lock. */
  relations: number;
  autovacuum: string;
}

const readFound = async (pool: pg.Pool, table: string): Promise<FoundSettings | undefined> => {
  const { rows } = await pool.query<FoundSettings>(
    `with parts as (
       select to_regclass($1)::oid as id
       union all
       select inhrelid from pg_inherits where inhparent = to_regclass($1)
     )
     select current_setting('max_locks_per_transaction')::integer as locks_per_transaction,
       current_setting('max_connections')::integer as connections,
       (select count(*) + (select count(*) from pg_index where indrelid in (select id from parts)) from parts)::integer
         as relations,
       current_setting('autovacuum') as autovacuum`,
    [table],
  );
  return rows[0];
};

/** Statements of ours that run at the same moment over all partitions; the others touch those of a day or two. */
const wideStatements = 8;

export const judgeSettings = (found: FoundSettings, needs: ServerNeeds): string[] => {
  const problems: string[] = [];
  const needed = Math.ceil(
    (found.relations * Math.min(wideStatements, needs.connections)) / found.connections,
  );
  if (found.locks_per_transaction < needed) {
    problems.push(
      `max_locks_per_transaction is ${found.locks_per_transaction}; with ${found.relations} partitions and indexes of ${needs.table} it should be ${needed} or more. Statements fail with "out of shared memory" otherwise.`,
    );
  }
  if (found.connections < needs.connections + 5) {
    problems.push(
      `max_connections is ${found.connections}; this process alone opens up to ${needs.connections}.`,
    );
  }
  if (found.autovacuum !== 'on')
    problems.push('autovacuum is off: tables and indexes will grow without end.');
  return problems;
};

export const findSmallSettings = async (pool: pg.Pool, needs: ServerNeeds): Promise<string[]> => {
  const found = await readFound(pool, needs.table);
  return found ? judgeSettings(found, needs) : [];
};
