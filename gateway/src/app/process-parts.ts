// What makes this process one of several: its lease, the record of its calls, and where the others of the machine reach it.

import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Log } from '../platform/log.ts';
import { openCallJournal, sweepCallJournals } from '../processes/call-journal.ts';
import { createPeers, type Peers } from '../processes/peers/peers.ts';
import { ProcessLease } from '../processes/process-lease.ts';
import type { Store } from './open-store.ts';
import { version } from './version.ts';

export interface ProcessParts {
  readonly lease: ProcessLease;
  readonly peers: Peers;
  /** Removes the records of processes that ended long ago. */
  readonly sweepJournals: () => Promise<void>;
}

export const createProcessParts = ({
  config,
  log,
  store,
}: {
  readonly config: Config;
  readonly log: Log;
  readonly store: Store;
}): ProcessParts => {
  const folder = join(config.dataDir, 'calls');
  const peers = createPeers({
    folder,
    // Processes of one gateway and one version talk to each other; those of two versions go by the database.
    password: store.secrets.sign('peers', version).toString('base64'),
    log,
  });
  const lease = new ProcessLease({
    pool: store.database.pool,
    connection: store.connection,
    seconds: config.leaseSeconds,
    // The embedded database lets only one gateway in.
    isAlone: config.databaseUrl === null,
    openJournal: () => openCallJournal(folder, log),
    socket: () => peers.socket,
    log,
  });
  return { lease, peers, sweepJournals: () => sweepCallJournals(folder) };
};
