// Migrations that run while the gateway of the previous version keeps sending. Such a file begins with `-- online`. Its
// statements are not in one transaction: each is one of its own, waits for a lock only as long as a send may be delayed,
// and is retried until it gets it. A run that was broken off starts over, so every statement must be safe to run twice.
//
// Two things are written that PostgreSQL itself does not know:
// - `create index concurrently <name> on <table> ...` for a partitioned table builds the index on one partition after the
//   other and attaches it.
// - `-- for each partition of <table>` in front of a statement runs it once per partition, as `{partition}`.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from '../error-code.ts';
import { withLockTimeout } from './lock-timeout.ts';

/** A statement that waits for a lock blocks every later one, so none waits longer than this. */
export const lockMilliseconds = 150;
const pauseMilliseconds = 1_000;
const patienceMilliseconds = 30 * 60_000;

/** Lock timeout and deadlock: the holder of the lock will be done some time. */
const busyCodes = new Set(['55P03', '40P01']);

const isBusy = (error: unknown): boolean => busyCodes.has(errorCode(error));

export const isOnline = (sql: string): boolean => /^-- online\b/.test(sql);

/** Statements end with a semicolon at the end of a line, but not inside the body of a function. */
export const splitStatements = (sql: string): string[] => {
  const statements: string[] = [];
  let lines: string[] = [];
  let isInBody = false;
  for (const line of sql.split('\n')) {
    lines.push(line);
    if ((line.match(/\$\$/g)?.length ?? 0) % 2 === 1) isInBody = !isInBody;
    if (isInBody || line.trimStart().startsWith('--') || !line.trimEnd().endsWith(';')) continue;
    statements.push(lines.join('\n').trim());
    lines = [];
  }
  const rest = lines.filter((line) => line.trim() !== '' && !line.trimStart().startsWith('--'));
  if (rest.length > 0) throw new Error(`a statement without an end: ${rest.join(' ')}`);
  return statements;
};

/** Does it until the lock is free. */
export const whenFree = async <Result>(
  work: () => Promise<Result>,
  pause: number = pauseMilliseconds,
  patience: number = patienceMilliseconds,
): Promise<Result> => {
  const giveUpAt = performance.now() + patience;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      await sleep(pause);
    }
  }
};

/** Runs it as a transaction of its own, which waits for a lock only briefly and is repeated until it gets it. */
const runBriefly = (client: pg.ClientBase, sql: string): Promise<unknown> =>
  whenFree(() => withLockTimeout(client, lockMilliseconds, () => client.query(sql)));

const partitionsOf = async (client: pg.ClientBase, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = to_regclass($1) order by 1`,
    [table],
  );
  return rows.map(({ name }) => name);
};

const isPartitioned = async (client: pg.ClientBase, table: string): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass($1) and relkind = 'p'`,
    [table],
  );
  return rowCount === 1;
};

/** An index whose build was broken off is there and of no use. */
const dropInvalid = async (client: pg.ClientBase, index: string): Promise<void> => {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rowCount === 1) await client.query(`drop index concurrently ${index}`);
};

/** It waits for old transactions, but no statement waits behind it: its lock allows reads and writes. */
const buildConcurrently = async (client: pg.ClientBase, index: string, sql: string): Promise<void> => {
  await dropInvalid(client, index);
  await client.query(sql);
};

interface NewIndex {
  readonly kind: string;
  readonly name: string;
  readonly table: string;
  readonly definition: string;
}

const readIndex = (statement: string): NewIndex | null => {
  const code = statement.replace(/^\s*--.*$/gm, '').trim();
  const found =
    /^create (unique index|index) concurrently (?:if not exists )?(\w+)\s+on (\w+)\s+(.*);$/is.exec(code);
  if (!found) return null;
  const [, kind = '', name = '', table = '', definition = ''] = found;
  return { kind, name, table, definition };
};

/** Partitions that have no index under this one yet: a partition made meanwhile got its own at birth. */
const partitionsWithout = async (client: pg.ClientBase, table: string, index: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name
     from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = to_regclass($1) and not exists (
       select from pg_inherits attached join pg_index on indexrelid = attached.inhrelid
       where attached.inhparent = to_regclass($2) and indrelid = pg_class.oid)
     order by 1`,
    [table, index],
  );
  return rows.map(({ name }) => name);
};

const buildByParts = async (client: pg.ClientBase, index: NewIndex): Promise<void> => {
  const { kind, name, table, definition } = index;
  const suffix = name.startsWith(table) ? name.slice(table.length) : `_${name}`;
  // The parent first: from now on new partitions are born with it.
  await runBriefly(client, `create ${kind} if not exists ${name} on only ${table} ${definition}`);
  for (const partition of await partitionsWithout(client, table, name)) {
    const own = `${partition}${suffix}`;
    await buildConcurrently(
      client,
      own,
      `create ${kind} concurrently if not exists ${own} on ${partition} ${definition}`,
    );
    await runBriefly(client, `alter index ${name} attach partition ${own}`);
  }
};

const buildIndex = async (client: pg.ClientBase, index: NewIndex): Promise<void> => {
  if (await isPartitioned(client, index.table)) {
    await buildByParts(client, index);
    return;
  }
  const { kind, name, table, definition } = index;
  await buildConcurrently(
    client,
    name,
    `create ${kind} concurrently if not exists ${name} on ${table} ${definition}`,
  );
};

const runStatement = async (client: pg.ClientBase, statement: string): Promise<void> => {
  const index = readIndex(statement);
  if (index) {
    await buildIndex(client, index);
    return;
  }
  const table = /^-- for each partition of (\w+)$/m.exec(statement)?.[1];
  if (table === undefined) {
    await runBriefly(client, statement);
    return;
  }
  for (const partition of await partitionsOf(client, table)) {
    await runBriefly(client, statement.replaceAll('{partition}', partition));
  }
};

/** Runs the statements of an online migration, one by one. */
export const runOnline = async (client: pg.ClientBase, sql: string): Promise<void> => {
  for (const statement of splitStatements(sql)) await runStatement(client, statement);
};
