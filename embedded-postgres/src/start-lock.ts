// One process at a time looks at, makes, starts or stops the database of a DATA_DIR.
//
// The lock must vanish when its holder is killed with -9, or the next start would trip over it. A file with a pid in it
// cannot do that safely: pids are reused, a pid of another container means nothing here, and two processes that both
// find the file stale can each remove the other's fresh one. The kernel's file locks have none of these problems, but
// Node has no call for them. SQLite, which is part of Node, takes one (fcntl) for an exclusive transaction, so an
// empty SQLite file that is never written serves as the lock. fcntl locks are not inherited by children, so a
// PostgreSQL that outlives us does not hold it; and SQLite also keeps two opens within one process apart.

import { chmod } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './error.ts';
import type { Layout } from './layout.ts';

const sqliteBusy = 5;
const waitMilliseconds = 60_000;

export async function withStartLock<T>(layout: Layout, work: () => Promise<T>): Promise<T> {
  const lock = await take(layout, Date.now() + waitMilliseconds);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

async function take(layout: Layout, deadline: number): Promise<DatabaseSync> {
  for (;;) {
    const lock = tryTake(layout);
    if (lock) {
      await chmod(layout.startLock, 0o600);
      return lock;
    }
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Another process is still starting or stopping the database in ${layout.dataDir}. ` +
          `Wait until it is done, then try again.`,
      );
    }
    // Polled, because SQLite's own waiting would block the event loop.
    await sleep(50);
  }
}

function tryTake(layout: Layout): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(layout.startLock, { timeout: 0 });
    // Without this SQLite would put a journal file beside the lock.
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw new EmbeddedPostgresError(
      `The lock file ${layout.startLock} cannot be used (${error instanceof Error ? error.message : error}). ` +
        `Run this as the user that runs the gateway, or set DATA_DIR to a folder of your own.`,
      { cause: error },
    );
  }
}
