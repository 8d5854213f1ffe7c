// What wakes the followers of live lists, across all processes on the database.

import { createLiveWakes, type LiveWakes } from '../platform/live/wakes.ts';
import type { Log } from '../platform/log.ts';
import { tellProcesses } from '../processes/channel.ts';
import type { Store } from './open-store.ts';

const channelName = 'hudhud_live';

export interface LiveNews extends LiveWakes {
  /** Receives notifications of other processes from now on. */
  listen(): () => Promise<void>;
}

/** What wakes followers, across all processes on the database. */
export const createLiveNews = ({ database, channels }: Store, log: Log): LiveNews => {
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
