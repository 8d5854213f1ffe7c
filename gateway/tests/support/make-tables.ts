// What the first start of a gateway makes in an empty database: all tables, with the partitions of these days.

import { fileURLToPath } from 'node:url';
import { historyTables } from '../../src/app/history-tables.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { keepPartitions } from '../../src/platform/database/partitions.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

export const makeTables = async (url: string): Promise<void> => {
  const connection = { connectionString: url };
  await migrate(connection, await readMigrations(migrationsFolder));
  const tables = historyTables({ messageRetentionDays: 30, requestRetentionDays: 30 });
  await keepPartitions(connection, tables, Date.now());
};
