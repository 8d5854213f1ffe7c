// Tables that hold history are cut into one partition a day by the time inside their UUIDv7 ids. Partitions are made
// ahead, and dropped whole when their retention has ended, which costs nothing however many rows they hold.
//
// Neither blocks a send: a partition is made apart and then attached, and detached concurrently before it is dropped.
// Both take locks that allow reads and writes. A reader that holds a table for long, such as pg_dump, only delays the
// drop. Nothing is left behind on a connection, which may be a pooler's: locks and settings are those of transactions.

import type pg from 'pg';
import { errorCode } from '../error-code.ts';
import { firstUuidAt } from '../ids.ts';
import { dayMilliseconds } from '../time.ts';
import { type ConnectionSettings, connectTo } from './hosts.ts';
import { withLockTimeout } from './lock-timeout.ts';
import { endTurn, takeTurn } from './turns.ts';

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
const connectMillisecondsMax = 10_000;
/** Only the same work of another process waits behind these locks; a busy table is left to the next round. */
const lockMilliseconds = 2_000;
/** When one table was busy the others probably are: a dump holds all of them, and a start waits for this round. */
const busyLockMilliseconds = 500;
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
 * Seldom enough: each vacuum and each analyze makes every connection plan every statement of the table again, over all
 * days. Soon enough: a day that was never analyzed is planned badly, and the first thousand rows end that.
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
  await withLockTimeout(client, lockMilliseconds, async () => {
    // Left by an older version that ended between the two steps; its columns may be other ones.
    await client.query(`drop table if exists ${name}`);
    await client.query(`create table ${name} (like ${table.name} including all) with (${storageOf(table)})`);
    await client.query(
      `alter table ${table.name} attach partition ${name}
       for values from ('${firstUuidAt(start)}') to ('${firstUuidAt(start + dayMilliseconds)}')`,
    );
  });
};

interface MissingPartition {
  readonly table: PartitionedTable;
  readonly name: string;
  readonly start: number;
}

const listMissing = async (
  client: pg.ClientBase,
  table: PartitionedTable,
  today: number,
): Promise<MissingPartition[]> => {
  const present = await listPartitions(client, table.name);
  const days = await daysOf(client, table, today);
  return days
    .map((start) => ({ table, name: `${table.name}_${dayText(start)}`, start }))
    .filter(({ name }) => !present.has(name));
};

const makeMissing = async (
  client: pg.ClientBase,
  tables: readonly PartitionedTable[],
  today: number,
): Promise<string[]> => {
  const made: string[] = [];
  // One table after the other: days that were made for one are missing in those that follow it.
  for (const each of tables) {
    for (const { table, name, start } of await listMissing(client, each, today)) {
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

interface OldOfTable {
  readonly table: string;
  readonly old: readonly OldPartition[];
}

/** Also what an earlier round has begun to drop and not ended. */
const listOld = async (
  client: pg.ClientBase,
  tables: readonly PartitionedTable[],
  today: number,
): Promise<OldOfTable[]> => {
  const found: OldOfTable[] = [];
  for (const { name: table, retentionDays } of tables) {
    const { rows: old } = await client.query<OldPartition>(
      `select relname as name, inhdetachpending as is_pending
       from pg_class left join pg_inherits on inhrelid = pg_class.oid
       where relnamespace = (select relnamespace from pg_class where oid = to_regclass($1)) and relkind = 'r'
         and relname ~ ('^' || $1 || '_[0-9]{8}$') and relname < $2
         and (inhparent is null or inhparent = to_regclass($1))
       order by 1`,
      [table, `${table}_${dayText(today - retentionDays * dayMilliseconds)}`],
    );
    if (old.length > 0) found.push({ table, old });
  }
  return found;
};

/**
 * Runs a statement that cannot be in a transaction, and so cannot have a timeout of its own: the other connection ends it. It is
 * found by its text, because a pooler gives it any connection. In the moment in which it ends by itself this may hit the next
 * statement on that connection, which then fails as if it had been too slow.
 */
const runWithin = async (
  client: pg.ClientBase,
  other: pg.ClientBase,
  milliseconds: number,
  statement: string,
): Promise<void> => {
  let cancelling: Promise<unknown> | null = null;
  // Again and again: on a busy machine the server may not have begun with it the first time.
  const timer = setInterval(() => {
    cancelling = other
      .query(
        // In a transaction the server answers as it did the first time, until that is changed.
        `select pg_stat_clear_snapshot();
         select pg_cancel_backend(pid) from pg_stat_activity
         where datname = current_database() and state = 'active' and query = '${statement}'`,
      )
      .catch(() => undefined);
  }, milliseconds);
  try {
    await client.query(statement);
  } finally {
    clearInterval(timer);
    await cancelling;
  }
};

interface DropOptions {
  readonly client: pg.ClientBase;
  readonly holder: pg.ClientBase;
  readonly table: string;
  readonly patience: number;
}

const dropPartition = async (
  { client, holder, table, patience }: DropOptions,
  old: OldPartition,
): Promise<void> => {
  if (old.is_pending !== null) {
    const how = old.is_pending ? 'finalize' : 'concurrently';
    const detach = `alter table ${table} detach partition ${old.name} ${how}`;
    await runWithin(client, holder, patience, detach);
  }
  await withLockTimeout(client, patience, () => client.query(`drop table if exists ${old.name}`));
};

const dropOld = async (
  client: pg.ClientBase,
  holder: pg.ClientBase,
  tables: readonly PartitionedTable[],
  today: number,
): Promise<Pick<PartitionWork, 'dropped' | 'postponed'>> => {
  const [dropped, postponed]: [string[], string[]] = [[], []];
  for (const { table, old } of await listOld(client, tables, today)) {
    for (const partition of old) {
      try {
        const patience = postponed.length === 0 ? lockMilliseconds : busyLockMilliseconds;
        await dropPartition({ client, holder, table, patience }, partition);
        dropped.push(partition.name);
      } catch (error) {
        if (!busyCodes.has(errorCode(error))) throw error;
        postponed.push(partition.name);
        break;
      }
    }
  }
  return { dropped, postponed };
};

const isAnyMissing = async (
  client: pg.ClientBase,
  tables: readonly PartitionedTable[],
  today: number,
): Promise<boolean> => {
  for (const table of tables) if ((await listMissing(client, table, today)).length > 0) return true;
  return false;
};

/** Both of them in turns with other processes; `holder` has the lock meanwhile. */
const keepWith = async (
  client: pg.ClientBase,
  holder: pg.ClientBase,
  tables: readonly PartitionedTable[],
  today: number,
): Promise<PartitionWork> => {
  let made: string[] = [];
  // Checked before the lock too: as a rule there is nothing to do, and then no process waits for another.
  if (await isAnyMissing(client, tables, today)) {
    const turn = { lock: makeLock, pauseMilliseconds: turnMilliseconds, triesMax: turnsMax };
    if (!(await takeTurn(holder, turn)))
      throw new Error('another process has been making partitions for half a minute');
    made = await makeMissing(client, tables, today);
    await endTurn(holder);
  }
  // Dropping is not urgent: a process that is already doing it is left to finish.
  const isAnyOld = (await listOld(client, tables, today)).length > 0;
  const turn = { lock: dropLock, pauseMilliseconds: turnMilliseconds, triesMax: 1 };
  if (!isAnyOld || !(await takeTurn(holder, turn))) return { made, dropped: [], postponed: [] };
  return { made, ...(await dropOld(client, holder, tables, today)) };
};

/** Makes what is missing and drops what has outlived its retention. Two processes that do it at once take turns. */
export const keepPartitions = async (
  connection: ConnectionSettings,
  tables: readonly PartitionedTable[],
  nowMilliseconds: number,
): Promise<PartitionWork> => {
  const connect = (name: string): Promise<pg.Client> =>
    connectTo(connection, {
      application_name: `hudhud ${name}`,
      connectionTimeoutMillis: connectMillisecondsMax,
    });
  const client = await connect('partitions');
  let holder: pg.Client | null = null;
  try {
    holder = await connect('partitions turn');
    return await keepWith(client, holder, tables, startOfDay(nowMilliseconds));
  } finally {
    if (holder) await endTurn(holder);
    await Promise.all([client.end(), holder?.end()]);
  }
};
