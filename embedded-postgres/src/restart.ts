// Restarts the server under a gateway that is running, for fault tests.

import { findTools } from './bring-up.ts';
import { prepareDataDir } from './data-dir.ts';
import { EmbeddedPostgresError } from './error.ts';
import { inspectServer } from './postmaster.ts';
import { type StopMode, startServer, stopServer } from './server-process.ts';
import { withStartLock } from './start-lock.ts';

/** Restarts the database of a running gateway, as after a crash ("immediate") or by an operator ("fast"). */
export async function restartEmbeddedPostgres(dataDir: string, mode: StopMode): Promise<void> {
  const say = () => undefined;
  const layout = await prepareDataDir(dataDir, say);
  // With the lock, so that a holder who misses its server does not start it at the same moment.
  await withStartLock(layout, async () => {
    const server = await inspectServer(layout);
    if (server.kind === 'stopped' || !(await stopServer(layout, mode, 60))) {
      throw new EmbeddedPostgresError(
        `No database that could be restarted runs in ${layout.dataDir}. Start it first.`,
      );
    }
    const tools = await findTools(layout, { say });
    await startServer({ layout, ...tools }, server.socketFolder);
  });
}
