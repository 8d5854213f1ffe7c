// How many rows a list reads to show what it shows: the statement that it runs is explained.

import type pg from 'pg';
import { expect } from 'vitest';

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const rowsIn = (plan: Plan, table: string): number => {
  const own = plan['Relation Name']?.startsWith(`${table}_`)
    ? ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * (plan['Actual Loops'] ?? 1)
    : 0;
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsIn(inner, table), own);
};

/** Call it before the pool has connections. Answers how many rows of a table the last statement of some work reads. */
export const watchRowsRead = (pool: pg.Pool, table: string) => {
  const statements: { text: string; values: unknown[] }[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...words: unknown[]) => unknown;
    client.query = ((...words: unknown[]) => {
      const [first, second] = words;
      const { text, values } = (typeof first === 'string' ? { text: first, values: second } : first) as {
        text: string;
        values?: unknown[];
      };
      statements.push({ text, values: values ?? [] });
      return query(...words);
    }) as typeof client.query;
  });
  return async (work: () => Promise<unknown>): Promise<number> => {
    await work();
    const { text, values } = statements.at(-1) ?? { text: '', values: [] };
    expect(text).toMatch(new RegExp(`from "?${table}"?`));
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    return plan ? rowsIn(plan, table) : Number.POSITIVE_INFINITY;
  };
};
