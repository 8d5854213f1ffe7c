// Opens the database this gateway works on, embedded or given, brings its schema up to date, and makes sure that the
// secret key fits what is stored. The gateway and the command line both come in through here.

import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openEmbeddedPostgres } from '@hudhud/embedded-postgres/open.ts';
import { rememberSecretCheck } from '../companies/secret-check.ts';
import type { Config } from '../config/config.ts';
import { type Database, isDatabaseOutage, openDatabase } from '../platform/database/database.ts';
import { explainRefusal, PoolerError } from '../platform/database/dropped-settings.ts';
import { type ConnectionSettings, toConnection } from '../platform/database/hosts.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { checkNamedStatements } from '../platform/database/named-statements.ts';
import type { Log } from '../platform/log.ts';
import { deriveSecrets, readOrMakeSecretKey, type Secrets } from '../platform/secrets.ts';
import { type Channels, createChannels } from '../processes/channel.ts';

export interface Storage {
  readonly database: Database;
  /** For connections outside the pools, past any pooler: migrations, partitions, heartbeats. */
  readonly connection: ConnectionSettings;
  /** The notifications of other processes. */
  readonly channels: Channels;
  readonly secrets: Secrets;
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

export interface StorageOptions {
  readonly config: Config;
  readonly holder: 'gateway' | 'command';
  readonly log: Log;
  readonly say: (line: string) => void;
  /** The embedded database now belongs to another gateway; this one must not go on. */
  readonly onLost?: ((reason: string) => void) | undefined;
}

/**
 * As many again for outcomes, one for marks, three for statuses, two for callbacks that are kept and done, one each for large
 * requests, incoming messages, deliveries and requests: no commit of one waits for another's.
 */
export const writersOf = (config: Config): number => config.databaseWriters * 2 + 10;

/**
 * A database that is started together with the gateway, or is busy, needs a moment; a command says at once that there is
 * none.
 */
const waitMilliseconds = 30_000;
const pauseMilliseconds = 1_000;

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

interface Server {
  readonly connection: ConnectionSettings;
  /** Past any pooler. */
  readonly direct: ConnectionSettings;
  stop(): Promise<void>;
}

const openServer = async ({ config, holder, say, onLost }: StorageOptions): Promise<Server> => {
  if (config.databaseUrl) {
    const connection = toConnection(config.databaseUrl);
    const direct = config.directDatabaseUrl === null ? connection : toConnection(config.directDatabaseUrl);
    return { connection, direct, stop: async () => undefined };
  }
  const embedded = await openEmbeddedPostgres({ dataDir: config.dataDir, holder, say, onLost });
  // A socket needs no TLS; said aloud, because the driver would otherwise heed PGSSLMODE.
  const connection = { ...embedded.connection, ssl: false };
  return { connection, direct: connection, stop: () => embedded.stop() };
};

/** Works as soon as the database answers. */
const onceThere = async <Result>(
  { holder, say }: StorageOptions,
  work: () => Promise<Result>,
): Promise<Result> => {
  const giveUpAt = performance.now() + (holder === 'gateway' ? waitMilliseconds : 0);
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await work();
    } catch (error) {
      const refusal = explainRefusal(error);
      if (refusal !== null) throw new PoolerError(refusal, { cause: error });
      if (!isDatabaseOutage(error) || performance.now() > giveUpAt) throw error;
      if (!isSaid) say('The database does not answer yet. Waiting for it, for up to half a minute.');
      await sleep(pauseMilliseconds);
    }
  }
};

export const openStorage = async (options: StorageOptions): Promise<Storage> => {
  const { config, log } = options;
  const server = await openServer(options);
  let database: Database | null = null;
  try {
    const known = await readMigrations(migrationsFolder);
    const migrated = await onceThere(options, () => migrate(server.direct, known));
    const secrets = deriveSecrets(config.secretKey ?? (await readOrMakeSecretKey(config.dataDir)));
    database = openDatabase({
      connection: server.connection,
      isPooled: config.directDatabaseUrl !== null,
      log,
      poolMax: config.databasePoolMax,
      writersMax: writersOf(config),
    });
    const opened = database;
    await onceThere(options, () => rememberSecretCheck(opened.pool, secrets));
    if (config.databaseUrl) await onceThere(options, () => checkNamedStatements(server.connection));
    return {
      database: opened,
      connection: server.direct,
      channels: createChannels({ connection: server.direct, log }),
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
