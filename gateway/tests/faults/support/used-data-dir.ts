// Runs once before the fault lanes: a DATA_DIR in which a gateway could have run before, with all tables and no company.
// Each lane starts from a copy, because to set up a database takes longer than to start a gateway.

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@hudhud/embedded-postgres/open.ts';
import type { TestProject } from 'vitest/node';
import { toDatabaseUrl } from '../../support/database-url.ts';
import { makeTables } from '../../support/make-tables.ts';

declare module 'vitest' {
  interface ProvidedContext {
    usedDataDir: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hudhud-faults-'));
  // As root the database runs as another user, who must be able to pass through this folder.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  const postgres = await openEmbeddedPostgres({ dataDir, holder: 'gateway', say: () => undefined });
  try {
    await makeTables(toDatabaseUrl(postgres.connection));
  } finally {
    await postgres.stop();
  }
  project.provide('usedDataDir', dataDir);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
