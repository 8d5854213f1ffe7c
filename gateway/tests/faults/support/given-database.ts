// A PostgreSQL that is given to gateways by DATABASE_URL, reached through the proxy, with a company in it.

import { join } from 'node:path';
import { socketIn } from '@hudhud/embedded-postgres/socket-folder.ts';
import pg from 'pg';
import { createCompany } from '../../../src/companies/create-company.ts';
import { deriveSecrets } from '../../../src/platform/secrets.ts';
import { findFreePort, type GatewayProcess } from './gateway-process.ts';
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts';
import type { Credentials } from './send-once.ts';
import type { Stage } from './stage.ts';

export interface GivenDatabase {
  readonly proxy: PostgresProxy;
  /** Straight to the server, past the proxy. */
  readonly connection: pg.ClientConfig;
  readonly client: pg.Client;
  /** Another one like it. */
  connect(): Promise<pg.Client>;
  startGateway(settings?: Readonly<Record<string, string>>): Promise<GatewayProcess>;
  /** For gateways that reach each other by the database only, as on two machines: a name too long for a socket. */
  readonly apart: Readonly<Record<string, string>>;
  makeCompany(): Promise<Credentials>;
}

const secretKey = 'a secret key for fault lanes only, 32+';

export const openGivenDatabase = async (
  stage: Stage,
  settings: Record<string, string> = {},
): Promise<GivenDatabase> => {
  const { connection } = await stage.openPostgres(await stage.makeDataDir(), settings);
  const { host, user, password, database } = connection;
  const proxy = await startPostgresProxy({ path: socketIn(host) });
  const connect = async (): Promise<pg.Client> => {
    const opened = new pg.Client(connection);
    opened.on('error', () => undefined);
    await opened.connect();
    stage.atEnd(() => opened.end());
    return opened;
  };
  const client = await connect();
  stage.atEnd(() => proxy.close());
  // One machine: the process that takes over finds which calls the dead process had made.
  const dataDir = await stage.makeFolder();
  const databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${database}`;
  return {
    proxy,
    connection,
    client,
    connect,
    apart: { DATA_DIR: join(dataDir, 'apart-'.repeat(16)) },
    async startGateway(settings) {
      const gateway = stage.spawnGateway(await findFreePort(), {
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        SECRET_KEY: secretKey,
        // The witness runs on this machine.
        WEBHOOK_ALLOWED_NETWORKS: 'loopback',
        ...settings,
      });
      await gateway.ready();
      return gateway;
    },
    async makeCompany() {
      const pool = new pg.Pool({ ...connection, max: 1 });
      const company = { name: 'Faults', timezone: 'Asia/Riyadh', plan: 'active', trialDays: 0 } as const;
      try {
        return await createCompany(pool, deriveSecrets(secretKey), company);
      } finally {
        await pool.end();
      }
    },
  };
};
