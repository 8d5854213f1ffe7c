// Wakes the followers of live lists, across all processes on the database.

import { createLiveWakes, type LiveWakes } from '../platform/live/wakes.ts';
import type { Log } from '../platform/log.ts';
import { tellProcesses } from '../processes/channel.ts';
import type { Storage } from './open-storage.ts';

const channelName = 'hudhud_live';

export interface LiveNews extends LiveWakes {
  /** Receives notifications of other processes from now on. */
  listen(): () => Promise<void>;
}

export const createLiveNews = ({ database, channels }: Storage, log: Log): LiveNews => {
  const wakes = createLiveWakes({
    log,
    tell: (payloads) => tellProcesses(database.pool, channelName, payloads),
  });
  return {
    ...wakes,
    listen() {
      const channel = channels.open(channelName, wakes.hear);
      return async () => {
        wakes.stop();
        await channel.close();
      };
    },
  };
};
