// The PostgreSQL of one benchmark run: the embedded one, as a newcomer gets it, in a folder that is gone afterwards.

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@hudhud/embedded-postgres/open.ts';
import type { ServerConnection } from './bench-database.ts';

export const withBenchPostgres = async <Result>(
  work: (connection: ServerConnection) => Promise<Result>,
): Promise<Result> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hudhud-bench-'));
  // As root, PostgreSQL runs as another user, who must be able to pass.
  await chmod(dataDir, 0o711);
  const postgres = await openEmbeddedPostgres({ dataDir, holder: 'gateway', say: () => undefined });
  try {
    return await work(postgres.connection);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** A PostgreSQL for each contender: what one gateway does while it is idle is not counted for the other. */
export const withBenchServers = async <Result>(
  count: number,
  work: (connections: readonly ServerConnection[]) => Promise<Result>,
  opened: readonly ServerConnection[] = [],
): Promise<Result> =>
  opened.length === count
    ? await work(opened)
    : await withBenchPostgres((connection) => withBenchServers(count, work, [...opened, connection]));
