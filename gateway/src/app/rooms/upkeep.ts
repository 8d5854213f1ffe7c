// The upkeep of the database beside the requests: partitions ahead and behind, and the server's settings. Every process
// does it; locks in the database make them take turns.

import type { Config } from '../../config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { findDroppedSettings } from '../../platform/database/dropped-settings.ts';
import { keepPartitions } from '../../platform/database/partitions.ts';
import { findSmallSettings } from '../../platform/database/server-settings.ts';
import type { Log } from '../../platform/log.ts';
import { type Loop, startLoop } from '../../platform/loop.ts';
import { historyTables } from '../history-tables.ts';
import { type Storage, writersOf } from '../open-storage.ts';
import { type Room, type RoomOptions, runLoops } from './room.ts';

const upkeepMilliseconds = 600_000;

export const keepStorage = async ({ connection }: Storage, config: Config, log: Log): Promise<void> => {
  const work = await keepPartitions(connection, historyTables(config), Date.now());
  if (work.made.length + work.dropped.length > 0) log.debug(work, 'partitions kept');
  if (work.postponed.length > 0)
    log.info({ partitions: work.postponed }, 'old partitions are still being read and will be dropped later');
};

const watchMilliseconds = 600_000;

export interface ServerWatch {
  /** Settings of the database server that are too small, as sentences. */
  readonly warnings: readonly string[];
  look(): Promise<void>;
  start(): Loop;
}

/** Checks the server's settings now and then, because partitions grow in number; logs each problem once. */
export const createServerWatch = (database: Database, config: Config, log: Log): ServerWatch => {
  let warnings: readonly string[] = [];
  const connections = config.databasePoolMax + writersOf(config);
  const look = async (): Promise<void> => {
    const found = [
      ...(await findSmallSettings(database.pool, { connections, table: 'messages' })),
      ...(await findDroppedSettings(database, config.directDatabaseUrl !== null)),
    ];
    for (const problem of found) if (!warnings.includes(problem)) log.warn(problem);
    warnings = found;
  };
  return {
    get warnings() {
      return warnings;
    },
    look,
    start: () => startLoop('server settings', watchMilliseconds, log, look),
  };
};

export const upkeepRoom = (
  { config, storage, log }: Pick<RoomOptions, 'config' | 'storage' | 'log'>,
  watch: ServerWatch,
): Room => ({
  name: 'upkeep',
  ...runLoops(() => [
    startLoop('partitions', upkeepMilliseconds, log, () => keepStorage(storage, config, log)),
    watch.start(),
  ]),
});
