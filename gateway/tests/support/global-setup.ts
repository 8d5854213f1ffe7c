// Runs once before the tests that need a database: the programs as they are now, a real PostgreSQL (the one in TEST_DATABASE_URL, or an embedded one in
// a temporary folder) and in it a migrated template, from which every test file clones its own database.

import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@hudhud/embedded-postgres/open.ts';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { toDatabaseUrl, withDatabase } from './database-url.ts';
import { makeTables } from './make-tables.ts';
import { buildPrograms } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a database on the test server from which others can be made. */
    testServerUrl: string;
    /** Name of the migrated database that test files clone. */
    templateDatabase: string;
  }
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** Nothing here is about power cuts, so nothing waits for the disk. */
const quick = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
  shared_buffers: '64MB',
  max_connections: '300',
};

const openServer = async (): Promise<Server> => {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'hudhud-tests-'));
  // As root the database runs as another user, who must be able to pass through this folder.
  await chmod(folder, 0o755);
  const server = await openEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    holder: 'gateway',
    settings: quick,
    say: () => undefined,
  });
  return {
    url: toDatabaseUrl(server.connection),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

const onServer = async (url: string, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

const makeTemplate = async (serverUrl: string, template: string): Promise<void> => {
  await onServer(serverUrl, async (client) => void (await client.query(`create database ${template}`)));
  await makeTables(withDatabase(serverUrl, template));
};

/** The template and all clones that a broken test left behind. */
const dropAll = async (serverUrl: string, template: string): Promise<void> => {
  await onServer(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [template],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
};

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  buildPrograms();
  const server = await openServer();
  const template = `hudhud_test_${randomBytes(4).toString('hex')}`;
  try {
    await makeTemplate(server.url, template);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('testServerUrl', server.url);
  project.provide('templateDatabase', template);
  return async () => {
    await dropAll(server.url, template);
    await server.stop();
  };
}
