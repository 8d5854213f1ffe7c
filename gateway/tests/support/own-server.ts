// A PostgreSQL server for one test file alone, with settings of its own.

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@hudhud/embedded-postgres/open.ts';
import { openDatabaseAt, type TestDatabase } from './database.ts';
import { toDatabaseUrl } from './database-url.ts';
import { atFileEnd } from './file-end.ts';

export const useOwnServer = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<TestDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'hudhud-own-'));
  await chmod(folder, 0o755);
  const server = await openEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    holder: 'gateway',
    settings: { fsync: 'off', synchronous_commit: 'off', ...settings },
    say: () => undefined,
  });
  atFileEnd(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  return openDatabaseAt(toDatabaseUrl(server.connection));
};
