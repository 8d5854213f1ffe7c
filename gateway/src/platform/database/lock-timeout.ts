// A transaction that waits for a lock only for a given time. The setting is the transaction's: one of a session would
// stay on the connection of a pooler, or never reach the connection on which the next statement runs.

import type pg from 'pg';

export const withLockTimeout = async <Result>(
  client: pg.ClientBase,
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${milliseconds}`);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that broke is reported by the first error.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};
