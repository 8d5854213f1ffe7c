// Brings a database to the schema this code was written for: numbered SQL files, applied once each, in order, forward
// only. Safe when several processes start at once, and refused when the database is newer than the code.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { ConnectionSettings } from './database.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A state of the database that a person has to look at. Its message is for that person. */
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

/** Applies what is missing and answers the names of what was applied. */
export const migrate = async (
  connection: ConnectionSettings,
  known: readonly Migration[],
): Promise<string[]> => {
  const client = new pg.Client({
    ...connection,
    application_name: 'hudhud migrate',
    connectionTimeoutMillis: connectMillisecondsMax,
  });
  await client.connect();
  try {
    const { rows: servers } = await client.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    );
    const major = Math.floor(Number(servers[0]?.version) / 10_000);
    if (major < oldestServer) {
      throw new MigrationError(
        `PostgreSQL ${oldestServer} or newer is needed; this server is version ${major}.`,
      );
    }
    // Held for the session: a second process waits here and then finds nothing left to do.
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    await client.query(createLedger);
    const { rows } = await client.query<{ version: number; checksum: string }>(
      'select version, checksum from schema_migrations order by version',
    );
    const missing = checkHistory(known, rows);
    for (const migration of missing) {
      await client.query('begin');
      await client.query(migration.sql);
      await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        migration.version,
        migration.name,
        migration.checksum,
      ]);
      await client.query('commit');
    }
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
};
