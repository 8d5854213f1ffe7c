// How much work the statements of some code are to PostgreSQL, as it really plans them: rows that it reads, passes on and
// throws away. A join that compares every row with every row is seen here before it is felt.

import type pg from 'pg';
import { type ExplainedRow, nodesOf, type Plan } from './query-plan.ts';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Query = (...words: unknown[]) => Promise<pg.QueryResult>;

export interface StatementWork {
  /** The statement that read the most rows. */
  readonly rows: number;
  readonly text: string;
  /** The partitions of the statement that opened the most, whether it read them or not. */
  readonly partitions: number;
}

const isExplained = (text: string): boolean => /^[\s(]*(select|insert|update|delete|with)\b/i.test(text);

const asStatement = ([first, second]: unknown[]): Statement => {
  const { text, values } =
    typeof first === 'string'
      ? { text: first, values: second }
      : (first as { text: string; values?: unknown });
  return { text, values: (values as unknown[] | undefined) ?? [] };
};

/** The rows that pass through all parts of a plan. */
const workOf = (plan: Plan): number =>
  nodesOf(plan).reduce((sum, node) => {
    const each =
      (node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0);
    return sum + each * (node['Actual Loops'] ?? 0);
  }, 0);

/** The partitions that no bound has ruled out before the statement began. */
const partitionsOf = (plan: Plan): number =>
  new Set(nodesOf(plan).flatMap((node) => node['Relation Name']?.match(/_\d{8}$/)?.input ?? [])).size;

const asText = (value: unknown): string => {
  if (Array.isArray(value)) {
    return `{${value.map((one) => (one === null ? 'null' : JSON.stringify(String(one)))).join()}}`;
  }
  return value instanceof Date ? value.toISOString() : String(value);
};

/** `execute` takes texts only: binary arrays are read by PostgreSQL first. */
const toLiterals = (query: Query, { text, values }: Statement): Promise<string[]> =>
  Promise.all(
    values.map(async (value, index) => {
      if (value === null || value === undefined) return 'null';
      let shown = asText(value);
      if (Buffer.isBuffer(value)) {
        const type = new RegExp(`\\$${index + 1}::(\\w+)\\[\\]`).exec(text)?.[1];
        shown = (await query(`select ($1::${type}[])::text as array`, [value])).rows[0].array;
      }
      return `'${shown.replaceAll("'", "''")}'`;
    }),
  );

/** The plan that a statement would get here and now, run and rolled back. */
const explain = async (query: Query, statement: Statement, isInside: boolean): Promise<Plan> => {
  const given = await toLiterals(query, statement);
  await query(isInside ? 'savepoint explained' : 'begin');
  let isPrepared = false;
  try {
    await query(`prepare explained as ${statement.text}`);
    isPrepared = true;
    const { rows } = await query(
      `explain (analyze, timing off, format json) execute explained${given.length > 0 ? `(${given.join(', ')})` : ''}`,
    );
    return (rows[0] as ExplainedRow)['QUERY PLAN'][0].Plan;
  } finally {
    await query(isInside ? 'rollback to savepoint explained' : 'rollback');
    // Not all of them: the driver remembers its own.
    if (isPrepared) await query('deallocate explained');
  }
};

/**
 * Call it before the pool has connections. Each statement of the work that is watched is explained before it is run, with
 * the settings of its connection.
 */
export const watchWork = (pool: pg.Pool): ((work: () => Promise<unknown>) => Promise<StatementWork>) => {
  let seen: StatementWork[] | null = null;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as unknown as Query;
    let isInside = false;
    const watching = async (...words: unknown[]): Promise<pg.QueryResult> => {
      const statement = asStatement(words);
      if (/^\s*begin\b/i.test(statement.text)) isInside = true;
      if (/^\s*(commit|rollback)\b(?! to)/i.test(statement.text)) isInside = false;
      if (seen && isExplained(statement.text)) {
        const plan = await explain(query, statement, isInside);
        seen.push({ rows: workOf(plan), text: statement.text, partitions: partitionsOf(plan) });
      }
      return await query(...words);
    };
    // The pool calls it with a callback.
    client.query = ((...words: unknown[]) => {
      const last = words.at(-1);
      if (typeof last !== 'function') return watching(...words);
      watching(...words.slice(0, -1)).then(
        (result) => last(null, result),
        (error: unknown) => last(error),
      );
    }) as typeof client.query;
  });
  return async (work) => {
    seen = [];
    try {
      await work();
      const most = seen.toSorted((a, b) => b.rows - a.rows)[0];
      const nothing = { rows: Number.POSITIVE_INFINITY, text: '', partitions: Number.POSITIVE_INFINITY };
      return most ? { ...most, partitions: Math.max(...seen.map((one) => one.partitions)) } : nothing;
    } finally {
      seen = null;
    }
  };
};
