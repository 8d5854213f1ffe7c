// A pooler in transaction mode takes no settings with a connection, and a statement runs on any of its own. What the gateway
// asks of a connection must then be the default there; what is not is said by name, in the log and at /readyz.

import type { Database } from './database.ts';

const poolerDefaults =
  "let the pooler set it on its own connections, for example by pgbouncer's connect_query (docs/self-hosting.md)";

/** Settings that were asked for with the connections and do not hold, as sentences. */
export const findDroppedSettings = async ({
  pool,
  writers,
}: Pick<Database, 'pool' | 'writers'>): Promise<string[]> => {
  const ask = `select current_setting('jit') as jit, current_setting('statement_timeout') as timeout,
    current_setting('plan_cache_mode') as plans`;
  const [read, write] = await Promise.all(
    [pool, writers].map(async (each) => (await each.query<Record<string, string>>(ask)).rows[0]),
  );
  const problems: string[] = [];
  if (read?.jit !== 'off')
    problems.push(`jit is on: plans over many partitions are compiled anew; ${poolerDefaults}.`);
  if (read?.timeout === '0')
    problems.push(`statement_timeout is 0: a slow list is never broken off; ${poolerDefaults}.`);
  if (write?.plans !== 'force_generic_plan')
    problems.push(
      `plan_cache_mode is ${write?.plans}: group commits are planned anew each time; ${poolerDefaults}.`,
    );
  return problems;
};
