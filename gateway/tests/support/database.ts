// A database of its own for every test file, cloned from the template in a fraction of a second and dropped afterwards.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { withDatabase } from './database-url.ts';
import { atFileEnd } from './file-end.ts';

export interface TestDatabase {
  readonly url: string;
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** For the code that is tested; the file's end closes it. */
  openPool(connectionsMax: number): pg.Pool;
  /** As a gateway opens it, with one connection of each kind: plans that a connection keeps are those of the test. */
  openAsGateway(): Database;
  /** A connection that the test itself closes: for locks and transactions. */
  connect(): Promise<pg.Client>;
}

const onServer = async (work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('testServerUrl') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

/** A pool has ended before its connections are closed, and one that is cut then has no listener for the error. */
const waitForGoodbyes = async (client: pg.Client, name: string): Promise<void> => {
  for (let tries = 0; tries < 50; tries += 1) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
    if (rowCount === 0) return;
    await sleep(20);
  }
};

/** A database that is there already; its connections are closed at the file's end. */
export const openDatabaseAt = (url: string): TestDatabase => {
  const openPool = (max: number): pg.Pool => {
    const pool = new pg.Pool({ connectionString: url, max });
    atFileEnd(() => pool.end());
    return pool;
  };
  const pool = openPool(2);
  // A test may end connections on purpose, or drop the whole database while one is idle.
  pool.on('error', () => undefined);
  return {
    url,
    openPool,
    openAsGateway() {
      const connection = { connectionString: url };
      const opened = openDatabase({ connection, log: createLog('silent'), poolMax: 1, writersMax: 1 });
      atFileEnd(() => opened.close());
      return opened;
    },
    async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(text, [...values])).rows;
    },
    async connect() {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
  };
};

const makeDatabase = async (name: string, sql: string): Promise<TestDatabase> => {
  await onServer((client) => client.query(sql));
  atFileEnd(() =>
    onServer(async (client) => {
      await waitForGoodbyes(client, name);
      await client.query(`drop database if exists ${name} with (force)`);
    }),
  );
  return openDatabaseAt(withDatabase(inject('testServerUrl'), name));
};

const newName = (): string => `${inject('templateDatabase')}_${randomBytes(6).toString('hex')}`;

/** A migrated database with today's partitions. Call it at the top of a test file: the file's end drops it. */
export const useDatabase = async (): Promise<TestDatabase> => {
  const name = newName();
  // A copy of the files takes half of what it takes to write each page to the log.
  const template = inject('templateDatabase');
  return await makeDatabase(name, `create database ${name} template ${template} strategy file_copy`);
};

/** A database with nothing in it. */
export const useEmptyDatabase = async (): Promise<TestDatabase> => {
  const name = newName();
  return await makeDatabase(name, `create database ${name}`);
};
