// Wakes the followers of live lists, across all processes on the database.

import { createLiveWakes, type LiveWakes } from '../platform/live/wakes.ts';
import type { Log } from '../platform/log.ts';
import { notifyProcesses } from '../processes/channel.ts';
import type { Storage } from './open-storage.ts';

const channelName = 'hudhud_live';

export interface LiveNews extends LiveWakes {
  /** Receives notifications of other processes from now on. */
  listen(): () => Promise<void>;
}

export const createLiveNews = ({ database, channels }: Storage, log: Log): LiveNews => {
  const wakes = createLiveWakes({
    log,
    notify: (payloads) => notifyProcesses(database.pool, channelName, payloads),
  });
  return {
    ...wakes,
    listen() {
      const channel = channels.open(channelName, wakes.receive);
      return async () => {
        wakes.stop();
        await channel.close();
      };
    },
  };
};
