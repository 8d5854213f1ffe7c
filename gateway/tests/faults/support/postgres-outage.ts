// Takes the embedded PostgreSQL away from a gateway that runs, for as long as a lane wants, and gives it back. The start
// lock is held meanwhile: a gateway that misses its server for three seconds would otherwise start it itself.

import { findTools } from '@hudhud/embedded-postgres/bring-up.ts';
import { prepareDataDir } from '@hudhud/embedded-postgres/data-dir.ts';
import { inspectServer } from '@hudhud/embedded-postgres/postmaster.ts';
import { startServer, stopServer } from '@hudhud/embedded-postgres/server-process.ts';
import { withStartLock } from '@hudhud/embedded-postgres/start-lock.ts';

export const withPostgresAway = async (dataDir: string, meanwhile: () => Promise<void>): Promise<void> => {
  const say = (): void => undefined;
  const layout = await prepareDataDir(dataDir, say);
  await withStartLock(layout, async () => {
    const server = await inspectServer(layout);
    if (server.kind === 'stopped' || !(await stopServer(layout, 'fast', 60))) {
      throw new Error(`No server that could be stopped runs in ${dataDir}.`);
    }
    try {
      await meanwhile();
    } finally {
      await startServer({ layout, ...(await findTools(layout, { say })) }, server.socketFolder);
    }
  });
};
