// The upkeep that runs beside the requests: partitions ahead and behind, and old idempotency keys. Every process does
// it; locks in the database make them take turns.

import type { Config } from '../config/config.ts';
import { sweepCallbackParts } from '../messages/incoming/sweep-parts.ts';
import { matchParkedStatuses, sweepParkedStatuses } from '../messages/statuses/parked-statuses.ts';
import { sweepKeys } from '../messages/storing/sweep-keys.ts';
import type { Database } from '../platform/database/database.ts';
import { keepPartitions } from '../platform/database/partitions.ts';
import { toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { type Loop, startLoop } from '../platform/loop.ts';
import { sweepUsers } from '../users/accounts/sweep-users.ts';
import { startCampaignWork } from './campaign-parts.ts';
import { startCompanySweep } from './company-deletion.ts';
import { historyTables } from './history-tables.ts';

const upkeepMilliseconds = 600_000;
const matchMilliseconds = 60_000;

export const keepStore = async (database: Database, config: Config, log: Log): Promise<void> => {
  const client = await database.pool.connect();
  try {
    const work = await keepPartitions(client, historyTables(config), Date.now());
    if (work.made.length + work.dropped.length > 0) log.debug(work, 'partitions kept');
    if (work.postponed.length > 0)
      log.info(
        { partitions: work.postponed },
        'old partitions are still being read and will be dropped later',
      );
  } finally {
    client.release();
  }
};

export const startWorkers = (database: Database, config: Config, log: Log): Loop[] => [
  ...startCampaignWork(database.pool, config, log),
  startLoop('partitions', upkeepMilliseconds, log, () => keepStore(database, config, log)),
  startLoop('idempotency keys', upkeepMilliseconds, log, async () => {
    const swept = await sweepKeys(database.pool, config.idempotencyHours);
    if (swept > 0) log.debug({ swept }, 'old idempotency keys forgotten');
  }),
  startLoop('parked statuses', matchMilliseconds, log, async () => {
    await matchParkedStatuses(database.writers);
  }),
  startLoop('old parked statuses', upkeepMilliseconds, log, async () => {
    const swept = await sweepParkedStatuses(database.pool);
    if (swept > 0) log.debug({ swept }, 'statuses that nobody came for forgotten');
  }),
  startLoop('users without a company', upkeepMilliseconds, log, async () => {
    for (const id of await sweepUsers(database.pool, config.usersWithoutCompanyDays)) {
      log.warn({ user: toPublicId('user', id) }, 'a user who belonged to no company was removed');
    }
  }),
  startLoop('told callback parts', upkeepMilliseconds, log, async () => {
    const swept = await sweepCallbackParts(database.pool);
    if (swept > 0) log.debug({ swept }, 'digests of old callback parts forgotten');
  }),
  startCompanySweep(database, log),
];
