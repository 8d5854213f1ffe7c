// Brings a database to the schema this code was written for: numbered SQL files, applied once each, in order, forward
// only. Safe when several processes start at once, and refused when the database is newer than the code. A file runs in
// one transaction, or without one when it begins with `-- online`.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { type ConnectionSettings, connectTo } from './hosts.ts';
import { withLockTimeout } from './lock-timeout.ts';
import { isOnline, lockMilliseconds, runOnline, whenFree } from './online-migration.ts';
import { endTurn, takeTurn } from './turns.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A state of the database that a person has to fix. Its message is for that person. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/;

export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return await Promise.all(
    files.map(async (file, index) => {
      const version = Number(fileName.exec(file)?.[1]);
      if (version !== index + 1)
        throw new MigrationError(`${file} is not number ${index + 1} in its folder.`);
      const sql = await readFile(join(folder, file), 'utf8');
      return { version, name: file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

const lockNumber = 4_801_001;
const oldestServer = 15;
const connectMillisecondsMax = 10_000;
const turnMilliseconds = 250;
/** The database may have timeouts as its defaults, for a pooler; an index of a large day takes longer than a list. */
const unhurried = '-c statement_timeout=0 -c lock_timeout=0';

const createLedger = `
  create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

const checkHistory = (
  known: readonly Migration[],
  applied: readonly { version: number; checksum: string }[],
) => {
  const newest = applied.at(-1)?.version ?? 0;
  if (newest > known.length) {
    throw new MigrationError(
      `The database is at version ${newest} and this program knows versions up to ${known.length}. Start the newer program, or restore a backup.`,
    );
  }
  for (const row of applied) {
    const migration = known[row.version - 1];
    if (migration && migration.checksum !== row.checksum) {
      throw new MigrationError(
        `Migration ${migration.name} was changed after it had been applied. Put the original file back.`,
      );
    }
  }
  return known.slice(newest);
};

const record = async (client: pg.Client, { version, name, checksum }: Migration): Promise<void> => {
  await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ]);
};

/**
 * A table that is busy for long delays the migration but never the statements behind it: the migration gives up its
 * place in the queue and retries.
 */
const applyWhole = async (client: pg.Client, migration: Migration): Promise<void> =>
  await whenFree(() =>
    withLockTimeout(client, lockMilliseconds, async () => {
      await client.query(migration.sql);
      await record(client, migration);
    }),
  );

const apply = async (client: pg.Client, migration: Migration): Promise<void> => {
  if (!isOnline(migration.sql)) {
    await applyWhole(client, migration);
    return;
  }
  await runOnline(client, migration.sql);
  await record(client, migration);
};

const checkServer = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  );
  const major = Math.floor(Number(rows[0]?.version) / 10_000);
  if (major >= oldestServer) return;
  throw new MigrationError(`PostgreSQL ${oldestServer} or newer is needed; this server is version ${major}.`);
};

/** Applies what is missing and answers the names of what was applied. */
export const migrate = async (
  connection: ConnectionSettings,
  known: readonly Migration[],
): Promise<string[]> => {
  const connect = (name: string): Promise<pg.Client> =>
    connectTo(connection, {
      application_name: `hudhud ${name}`,
      connectionTimeoutMillis: connectMillisecondsMax,
      options: unhurried,
    });
  const client = await connect('migrate');
  let holder: pg.Client | null = null;
  try {
    await checkServer(client);
    holder = await connect('migrate turn');
    // A second process waits here and then finds nothing left to do.
    await takeTurn(holder, { lock: lockNumber, pauseMilliseconds: turnMilliseconds });
    await client.query(createLedger);
    const { rows } = await client.query<{ version: number; checksum: string }>(
      'select version, checksum from schema_migrations order by version',
    );
    const missing = checkHistory(known, rows);
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } finally {
    if (holder) await endTurn(holder);
    await Promise.all([client.end(), holder?.end()]);
  }
};
