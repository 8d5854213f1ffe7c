// Tables that hold history are cut into one partition a day by the time inside their UUIDv7 ids. Partitions are made
// ahead, and dropped whole when their retention has ended, which costs nothing however many rows they hold.

import type pg from 'pg';
import { firstUuidAt } from '../ids.ts';

export interface PartitionedTable {
  readonly name: string;
  readonly retentionDays: number;
  /** Days before today that must be there from the start. Left out: one, for a process whose clock is a little slow. */
  readonly daysBehind?: number;
  /** A table whose ids this one shares: every day it has, this one has too. */
  readonly follows?: string;
  /** How full its pages are written, in percent: rows that are changed soon after want room beside them. */
  readonly fillfactor?: number;
}

export interface PartitionWork {
  readonly made: string[];
  readonly dropped: string[];
}

const dayMilliseconds = 86_400_000;
const daysAhead = 7;
const lockNumber = 4_801_002;

const startOfDay = (milliseconds: number): number =>
  Math.floor(milliseconds / dayMilliseconds) * dayMilliseconds;

const dayText = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 10).replaceAll('-', '');

const timeOfDayText = (text: string): number =>
  Date.UTC(Number(text.slice(0, 4)), Number(text.slice(4, 6)) - 1, Number(text.slice(6, 8)));

const listPartitions = async (client: pg.ClientBase, table: string): Promise<Set<string>> => {
  const { rows } = await client.query<{ name: string }>(
    `select child.relname as name
     from pg_inherits
     join pg_class child on child.oid = inhrelid
     where inhparent = to_regclass($1)
     order by 1`,
    [table],
  );
  return new Set(rows.map((row) => row.name));
};

/** The starts of the days a table must have. */
const daysOf = async (client: pg.ClientBase, table: PartitionedTable, today: number): Promise<number[]> => {
  const days = new Set<number>();
  for (let day = -(table.daysBehind ?? 1); day <= daysAhead; day += 1)
    days.add(today + day * dayMilliseconds);
  if (table.follows) {
    for (const name of await listPartitions(client, table.follows)) days.add(timeOfDayText(name.slice(-8)));
  }
  return [...days].sort((one, two) => one - two);
};

const makePartition = async (
  client: pg.ClientBase,
  table: PartitionedTable,
  name: string,
  start: number,
): Promise<void> => {
  await client.query(
    `create table if not exists ${name} partition of ${table.name}
     for values from ('${firstUuidAt(start)}') to ('${firstUuidAt(start + dayMilliseconds)}')
     with (fillfactor = ${table.fillfactor ?? 100})`,
  );
};

/** Makes what is missing and drops what has outlived its retention. Two processes that do it at once take turns. */
export const keepPartitions = async (
  client: pg.ClientBase,
  tables: readonly PartitionedTable[],
  nowMilliseconds: number,
): Promise<PartitionWork> => {
  const made: string[] = [];
  const dropped: string[] = [];
  const today = startOfDay(nowMilliseconds);
  await client.query('select pg_advisory_lock($1)', [lockNumber]);
  try {
    // Dropping needs a short exclusive lock on the parent; giving up and trying in the next round beats queueing
    // every insert behind us.
    await client.query(`set lock_timeout = '2s'`);
    for (const table of tables) {
      const present = await listPartitions(client, table.name);
      for (const start of await daysOf(client, table, today)) {
        const name = `${table.name}_${dayText(start)}`;
        if (present.has(name)) continue;
        await makePartition(client, table, name, start);
        made.push(name);
      }
      const oldest = `${table.name}_${dayText(today - table.retentionDays * dayMilliseconds)}`;
      for (const name of present) {
        if (name >= oldest) continue;
        await client.query(`drop table ${name}`);
        dropped.push(name);
      }
    }
  } finally {
    await client.query('reset lock_timeout');
    await client.query('select pg_advisory_unlock($1)', [lockNumber]);
  }
  return { made, dropped };
};
