// How many rows a list reads to show what it shows: the statements that it runs are explained.

import type pg from 'pg';
import { expect } from 'vitest';
import { type ExplainedRow, nodesOf, rowsOf } from './query-plan.ts';

/** Call it before the pool has connections. Answers how many rows of a table the statements of some work read. */
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
    statements.length = 0;
    await work();
    const ofTable = statements.filter(({ text }) => new RegExp(`from "?${table}"?`).test(text));
    expect(ofTable, `statements that read ${table}`).not.toEqual([]);
    let sum = 0;
    for (const { text, values } of ofTable) {
      const { rows } = await pool.query<ExplainedRow>(`explain (analyze, format json) ${text}`, values);
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      sum += plan ? rowsOf(nodesOf(plan), table) : Number.POSITIVE_INFINITY;
    }
    return sum;
  };
};
