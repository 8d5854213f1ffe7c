// How long statements of gateways wait for locks. Looked at in the server and not by the times of answers, which a busy machine
// makes long.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const lookMilliseconds = 20;

/** Connections that may wait: they make and drop days, or change the schema, and no send waits behind them. */
const mayWait = ['hudhud partitions', 'hudhud partitions turn', 'hudhud migrate', 'hudhud migrate turn'];

/** `stop` answers the longest that a statement of any pool was seen to wait, in milliseconds. The connection is ended. */
export const watchLockWaits = (client: pg.Client): { stop(): Promise<number> } => {
  let isStopped = false;
  const watching = (async () => {
    let longest = 0;
    while (!isStopped) {
      const { rows } = await client.query<{ waited: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 * 1000 as waited
         from pg_stat_activity
         where datname = current_database() and starts_with(application_name, 'hudhud ') and wait_event_type = 'Lock'
           and application_name <> all ($1)`,
        [mayWait],
      );
      longest = Math.max(longest, rows[0]?.waited ?? 0);
      await sleep(lookMilliseconds);
    }
    await client.end();
    return longest;
  })();
  return {
    async stop(): Promise<number> {
      isStopped = true;
      return await watching;
    },
  };
};
