// The parts that make this process one of several: its lease, its call journal, and its socket for others of the machine.

import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Log } from '../platform/log.ts';
import { openCallJournal, sweepCallJournals } from '../processes/call-journal.ts';
import { createPeers, type Peers } from '../processes/peers/peers.ts';
import { ProcessLease } from '../processes/process-lease.ts';
import type { Storage } from './open-storage.ts';
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
  storage,
}: {
  readonly config: Config;
  readonly log: Log;
  readonly storage: Storage;
}): ProcessParts => {
  const folder = join(config.dataDir, 'calls');
  const peers = createPeers({
    folder,
    // Processes of one gateway and one version talk to each other; those of two versions go by the database.
    password: storage.secrets.sign('peers', version).toString('base64'),
    log,
  });
  const lease = new ProcessLease({
    pool: storage.database.pool,
    connection: storage.connection,
    seconds: config.leaseSeconds,
    // The embedded database lets only one gateway in.
    isAlone: config.databaseUrl === null,
    openJournal: () => openCallJournal(folder, log),
    socket: () => peers.socket,
    log,
  });
  return { lease, peers, sweepJournals: () => sweepCallJournals(folder) };
};
