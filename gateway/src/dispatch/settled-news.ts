// Notifies other processes that the outcome of a message they accepted is written: all of a moment in one notification.

import type pg from 'pg';
import { timeOfUuid } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { tellProcesses } from '../processes/channel.ts';
import { channelName, toPayloads } from './ownership/channel.ts';

/** No request waits longer than this for the outcome of a message. */
export const interestMilliseconds = 60_000;

export const createSettledNews = (
  pool: pg.Pool,
  log: Log,
  origin: string,
  hasListeners: () => boolean,
): ((messageId: string) => void) => {
  let news: string[] = [];
  let isTelling = false;

  const tell = async (): Promise<void> => {
    isTelling = true;
    while (news.length > 0) {
      const payloads = toPayloads('settled', news, origin);
      news = [];
      await tellProcesses(pool, channelName, payloads).catch((error: unknown) =>
        log.debug({ err: error }, 'other processes could not be told of outcomes'),
      );
    }
    isTelling = false;
  };

  return (messageId) => {
    if (!hasListeners() || Date.now() - timeOfUuid(messageId).getTime() > interestMilliseconds) return;
    news.push(messageId);
    if (!isTelling) setImmediate(() => void (isTelling || tell()));
  };
};
