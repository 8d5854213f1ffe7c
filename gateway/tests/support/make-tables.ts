// What the first start of a gateway makes in an empty database: all tables, with the partitions of these days.

import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { historyTables } from '../../src/app/history-tables.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { keepPartitions } from '../../src/platform/database/partitions.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

export const makeTables = async (url: string): Promise<void> => {
  await migrate({ connectionString: url }, await readMigrations(migrationsFolder));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = historyTables({ messageRetentionDays: 30, requestRetentionDays: 30 });
    await keepPartitions(client, tables, Date.now());
  } finally {
    await client.end();
  }
};
