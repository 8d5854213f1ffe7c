// A pooler in transaction mode takes no settings with a connection, and a statement runs on any of its own. The
// settings that the gateway asks for must then be the default there; those that are not are named in the log and at
// /readyz.

import type { Database } from './database.ts';

/** A pooler through which the gateway cannot work, in words for an operator. */
export class PoolerError extends Error {}

const poolerDefaults =
  "let the pooler set it on its own connections, for example by pgbouncer's connect_query (docs/self-hosting.md)";

/**
 * Settings that were asked for with the connections and do not hold, as sentences. `hasDirect`: there is another address, past
 * the pooler.
 */
export const findDroppedSettings = async (
  { pool, writers }: Pick<Database, 'pool' | 'writers'>,
  hasDirect: boolean,
): Promise<string[]> => {
  const ask = `select current_setting('jit') as jit, current_setting('statement_timeout') as timeout,
    current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as whole`;
  const [read, write] = await Promise.all(
    [pool, writers].map(async (each) => (await each.query<Record<string, string>>(ask)).rows[0]),
  );
  const problems: string[] = [];
  const both = [read, write];
  if (both.some((found) => found?.jit !== 'off'))
    problems.push(`jit is on: plans over many partitions are compiled anew; ${poolerDefaults}.`);
  if (both.some((found) => found?.timeout === '0'))
    problems.push(`statement_timeout is 0: a slow statement is never broken off; ${poolerDefaults}.`);
  if (write?.plans !== 'force_generic_plan')
    problems.push(
      `plan_cache_mode is ${write?.plans}: group commits are planned anew each time; ${poolerDefaults}.`,
    );
  if (write?.whole !== 'off')
    problems.push(
      `enable_seqscan is on: a group commit may read the whole of a day that was empty when it was planned; ${poolerDefaults}.`,
    );
  if (problems.length > 0 && !hasDirect)
    problems.push(
      'DATABASE_URL leads through a pooler, which carries no notifications: set DIRECT_DATABASE_URL to the server itself (docs/self-hosting.md).',
    );
  return problems;
};

/** The advice when a pooler refuses connections because of their settings; null for any other error. */
export const explainRefusal = (error: unknown): string | null =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message)
    ? `DATABASE_URL leads to a pooler that refuses the settings of a connection (${error.message}). Set DIRECT_DATABASE_URL to the server itself; then none are sent to the pooler (docs/self-hosting.md).`
    : null;
