// Tables that hold history are cut into one partition a day by the time inside their UUIDv7 ids. Partitions are made
// ahead, and dropped whole when their retention has ended, which costs nothing however many rows they hold.
//
// Neither blocks a send: a partition is made apart and then attached, and detached concurrently before it is dropped.
// Both take locks that allow reads and writes. A reader that holds a table for long, such as pg_dump, only delays the
// drop.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from '../error-code.ts';
import { firstUuidAt } from '../ids.ts';
import { dayMilliseconds } from '../time.ts';

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
  /** Outlived their retention, but a transaction still reads them: the next round drops them. */
  readonly postponed: string[];
}

const daysAhead = 7;
const makeLock = 4_801_002;
const dropLock = 4_801_012;
const turnMilliseconds = 50;
const turnsMax = 600;
/** Lock timeout, statement timeout and deadlock. */
const busyCodes = new Set(['55P03', '57014', '40P01']);

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

/**
 * Seldom enough: each round of cleaning and each look at the contents makes every connection plan every statement of the
 * table anew, over all days. Soon enough: a day that was never looked at is planned badly, and the first thousand rows end that.
 */
const storageOf = (table: PartitionedTable): string =>
  `fillfactor = ${table.fillfactor ?? 100},
   autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.5,
   autovacuum_vacuum_insert_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0.5,
   autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 1`;

const makePartition = async (
  client: pg.ClientBase,
  table: PartitionedTable,
  name: string,
  start: number,
): Promise<void> => {
  // Left by a process that ended between the two steps; its columns may be those of an older version.
  await client.query(`drop table if exists ${name}`);
  await client.query(`create table ${name} (like ${table.name} including all) with (${storageOf(table)})`);
  await client.query(
    `alter table ${table.name} attach partition ${name}
     for values from ('${firstUuidAt(start)}') to ('${firstUuidAt(start + dayMilliseconds)}')`,
  );
};

const makeMissing = async (
  client: pg.ClientBase,
  tables: readonly PartitionedTable[],
  today: number,
): Promise<string[]> => {
  const made: string[] = [];
  for (const table of tables) {
    const present = await listPartitions(client, table.name);
    for (const start of await daysOf(client, table, today)) {
      const name = `${table.name}_${dayText(start)}`;
      if (present.has(name)) continue;
      await makePartition(client, table, name, start);
      made.push(name);
    }
  }
  return made;
};

interface OldPartition {
  name: string;
  /** Null: detached already, and not dropped. */
  is_pending: boolean | null;
}

/** Also what an earlier round has begun to drop and not ended. */
const listOld = async (client: pg.ClientBase, table: string, oldest: string): Promise<OldPartition[]> => {
  const { rows } = await client.query<OldPartition>(
    `select relname as name, inhdetachpending as is_pending
     from pg_class left join pg_inherits on inhrelid = pg_class.oid
     where relnamespace = (select relnamespace from pg_class where oid = to_regclass($1)) and relkind = 'r'
       and relname ~ ('^' || $1 || '_[0-9]{8}$') and relname < $2
       and (inhparent is null or inhparent = to_regclass($1))
     order by 1`,
    [table, oldest],
  );
  return rows;
};

const dropPartition = async (client: pg.ClientBase, table: string, old: OldPartition): Promise<void> => {
  if (old.is_pending !== null) {
    const how = old.is_pending ? 'finalize' : 'concurrently';
    await client.query(`alter table ${table} detach partition ${old.name} ${how}`);
  }
  await client.query(`drop table if exists ${old.name}`);
};

const dropOld = async (
  client: pg.ClientBase,
  tables: readonly PartitionedTable[],
  today: number,
): Promise<Pick<PartitionWork, 'dropped' | 'postponed'>> => {
  const [dropped, postponed]: [string[], string[]] = [[], []];
  for (const { name: table, retentionDays } of tables) {
    const oldest = `${table}_${dayText(today - retentionDays * dayMilliseconds)}`;
    for (const old of await listOld(client, table, oldest)) {
      try {
        await dropPartition(client, table, old);
        dropped.push(old.name);
      } catch (error) {
        if (!busyCodes.has(errorCode(error))) throw error;
        postponed.push(old.name);
        break;
      }
    }
  }
  return { dropped, postponed };
};

/** One process at a time. Asked and not waited for: detaching waits for every transaction that is older, also a waiting one. */
const takeLock = async (client: pg.ClientBase, lock: number): Promise<boolean> => {
  const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
    lock,
  ]);
  return rows[0]?.is_ours === true;
};

const withLock = async <Result>(
  client: pg.ClientBase,
  lock: number,
  turns: number,
  work: () => Promise<Result>,
): Promise<Result | null> => {
  for (let turn = 1; !(await takeLock(client, lock)); turn += 1) {
    if (turn >= turns) return null;
    await sleep(turnMilliseconds);
  }
  try {
    // Only the same work of another process waits behind these locks; a busy table is left to the next round.
    await client.query(`set lock_timeout = '2s'`);
    return await work();
  } finally {
    await client.query('reset lock_timeout');
    await client.query('select pg_advisory_unlock($1)', [lock]);
  }
};

/** Makes what is missing and drops what has outlived its retention. Two processes that do it at once take turns. */
export const keepPartitions = async (
  client: pg.ClientBase,
  tables: readonly PartitionedTable[],
  nowMilliseconds: number,
): Promise<PartitionWork> => {
  const today = startOfDay(nowMilliseconds);
  const made = await withLock(client, makeLock, turnsMax, () => makeMissing(client, tables, today));
  if (made === null) throw new Error('another process has been making partitions for half a minute');
  const old = await withLock(client, dropLock, 1, () => dropOld(client, tables, today));
  return { made, dropped: old?.dropped ?? [], postponed: old?.postponed ?? [] };
};
