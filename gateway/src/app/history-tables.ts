// The tables that hold history, with how long each keeps it.

import type { Config } from '../config/config.ts';
import type { PartitionedTable } from '../platform/database/partitions.ts';

/** A provider repeats a callback for seven days; what it reports was written on the day it happened. */
const lateDays = 8;

/**
 * A message is written up to five times. With pages filled to 70 % its last versions found no room beside it on a busy
 * machine: 45 to 54 % of the updates stayed on their page, with half of the page free about 60 %.
 */
const messageFillfactor = 50;

export const historyTables = (
  config: Pick<Config, 'messageRetentionDays' | 'requestRetentionDays'>,
): PartitionedTable[] => [
  {
    name: 'messages',
    retentionDays: config.messageRetentionDays,
    daysBehind: lateDays,
    fillfactor: messageFillfactor,
  },
  { name: 'message_statuses', retentionDays: config.messageRetentionDays, follows: 'messages' },
  { name: 'events', retentionDays: config.messageRetentionDays },
  { name: 'deliveries', retentionDays: config.messageRetentionDays, follows: 'events', fillfactor: 80 },
  { name: 'requests', retentionDays: config.requestRetentionDays, fillfactor: 80 },
  { name: 'calls', retentionDays: config.requestRetentionDays },
];
