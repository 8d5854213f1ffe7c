// Opens the database this gateway works on, embedded or given, brings its schema up to date, and makes sure that the
// secret key fits what is stored. The gateway and the command line both come in through here.

import { fileURLToPath } from 'node:url';
import { openEmbeddedPostgres } from '@hudhud/embedded-postgres/open.ts';
import { rememberSecretCheck } from '../companies/secret-check.ts';
import type { Config } from '../config/config.ts';
import { type ConnectionSettings, type Database, openDatabase } from '../platform/database/database.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import type { Log } from '../platform/log.ts';
import { deriveSecrets, readOrMakeSecretKey, type Secrets } from '../platform/secrets.ts';

export interface Store {
  readonly database: Database;
  readonly connection: ConnectionSettings;
  readonly secrets: Secrets;
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly config: Config;
  readonly holder: 'gateway' | 'command';
  readonly log: Log;
  readonly say: (line: string) => void;
  /** The embedded database now belongs to another gateway; this one must not go on. */
  readonly onLost?: ((reason: string) => void) | undefined;
}

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

interface Server {
  readonly connection: ConnectionSettings;
  stop(): Promise<void>;
}

const openServer = async ({ config, holder, say, onLost }: StoreOptions): Promise<Server> => {
  if (config.databaseUrl) {
    return { connection: { connectionString: config.databaseUrl }, stop: async () => undefined };
  }
  const embedded = await openEmbeddedPostgres({ dataDir: config.dataDir, holder, say, onLost });
  // A socket needs no TLS; said aloud, because the driver would otherwise heed PGSSLMODE.
  return { connection: { ...embedded.connection, ssl: false }, stop: () => embedded.stop() };
};

export const openStore = async (options: StoreOptions): Promise<Store> => {
  const { config, log } = options;
  const server = await openServer(options);
  let database: Database | null = null;
  try {
    const migrated = await migrate(server.connection, await readMigrations(migrationsFolder));
    const secrets = deriveSecrets(config.secretKey ?? (await readOrMakeSecretKey(config.dataDir)));
    database = openDatabase({
      connection: server.connection,
      log,
      poolMax: config.databasePoolMax,
      // As many again for outcomes, one for marks, three for statuses, one each for large requests, incoming messages,
      // deliveries and requests: nobody's commit waits for another's.
      writersMax: config.databaseWriters * 2 + 8,
    });
    await rememberSecretCheck(database.pool, secrets);
    const opened = database;
    return {
      database: opened,
      connection: server.connection,
      secrets,
      migrated,
      async close() {
        await opened.close();
        await server.stop();
      },
    };
  } catch (error) {
    await database?.close();
    await server.stop();
    throw error;
  }
};
