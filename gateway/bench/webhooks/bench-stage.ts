// A database with companies that each have one webhook, and the engine that delivers, in this very process.

import type pg from 'pg';
import { historyTables } from '../../src/app/history-tables.ts';
import { createCompany } from '../../src/companies/create-company.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { keepPartitions } from '../../src/platform/database/partitions.ts';
import { firstUuidAt, fromPublicId } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { createOutgoingHttp } from '../../src/platform/outgoing-http/outgoing-http.ts';
import { createAddressGuard } from '../../src/platform/outgoing-http/private-address-guard.ts';
import { deriveSecrets } from '../../src/platform/secrets.ts';
import { createChannels } from '../../src/processes/channel.ts';
import { createWebhookEngine } from '../../src/webhooks/engine.ts';
import { createWebhook } from '../../src/webhooks/registered/create-webhook.ts';

export interface BenchStage {
  readonly companies: readonly string[];
  /** Writes so many events for every company, and gives the engine notice. */
  writeEvents(each: number): Promise<void>;
  /** Deliveries committed as delivered between two moments, by company. */
  countDelivered(since: number, until: number): Promise<Map<string, number>>;
  countWaiting(): Promise<number>;
  stop(): Promise<void>;
}

const migrationsFolder = new URL('../../migrations', import.meta.url).pathname;

const prepare = async (connection: pg.ClientConfig): Promise<void> => {
  await migrate(connection, await readMigrations(migrationsFolder));
  const tables = historyTables({ messageRetentionDays: 30, requestRetentionDays: 30 });
  await keepPartitions(connection, tables, Date.now());
};

/** Made by the database itself: what is measured is the delivering, not the making of test data. */
const insertEvents = async (pool: pg.Pool, companies: readonly string[], each: number): Promise<void> => {
  await pool.query({
    name: 'bench-events',
    text: `
      insert into events (company_id, id, type, at, data)
      select company_id, uuidv7(), 'sender_state', now(), $3
      from generate_series(1, $2), unnest($1::uuid[]) as company_id`,
    values: [companies, each, JSON.stringify({ state: 'connected', note: 'x'.repeat(300) })],
  });
};

export const openBenchStage = async (
  connection: pg.ClientConfig,
  urls: readonly string[],
): Promise<BenchStage> => {
  await prepare(connection);
  const log = createLog('warn');
  const database = openDatabase({ connection, log, poolMax: 6, writersMax: 1 });
  const { pool } = database;
  const secrets = deriveSecrets('a secret key for benchmarks only');
  const guard = createAddressGuard({ allowedNetworks: ['loopback'] });
  const companies: string[] = [];
  for (const url of urls) {
    const wish = { name: 'Bench', plan: 'active', trialDays: 1, timezone: 'Asia/Riyadh' } as const;
    const id = fromPublicId('company', (await createCompany(pool, secrets, wish)).companyId) ?? '';
    await createWebhook({ pool, secrets, guard }, id, { url });
    companies.push(id);
  }
  const { rows } = await pool.query<{ epoch: string }>(
    `insert into processes (name, lease_until) values ('bench', now() + interval '1 day') returning epoch`,
  );
  const http = createOutgoingHttp({ connections: 100, guard });
  const lease = { current: { epoch: rows[0]?.epoch ?? '', isHeld: () => true } };
  const engine = createWebhookEngine({
    pool,
    writers: database.writers,
    channels: createChannels({ connection, log }),
    secrets,
    http,
    lease,
    log,
  });
  await engine.start();
  const countBy = async (state: string, since: number, until: number): Promise<Map<string, number>> => {
    const counted = await pool.query<{ company_id: string; count: number }>(
      `select company_id, count(*)::integer as count from deliveries
       where company_id = any ($2::uuid[]) and state = $1 and id >= $3 and updated_at <= $4
       group by 1`,
      [state, companies, firstUuidAt(since), new Date(until)],
    );
    return new Map(counted.rows.map((row) => [row.company_id, row.count]));
  };
  return {
    companies,
    async writeEvents(each) {
      await insertEvents(pool, companies, each);
      engine.notice(companies);
    },
    countDelivered: (since, until) => countBy('delivered', since, until),
    async countWaiting() {
      return [...(await countBy('waiting', 0, Date.now())).values()].reduce((sum, count) => sum + count, 0);
    },
    async stop() {
      await engine.stop();
      await http.close();
      await database.close();
    },
  };
};
