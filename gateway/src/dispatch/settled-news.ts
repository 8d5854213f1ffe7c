// Notifies other processes of written outcomes of messages that they accepted: those of one moment in one notification.

import type pg from 'pg';
import { timeOfUuid } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { notifyProcesses } from '../processes/channel.ts';
import { channelName, toPayloads } from './ownership/channel.ts';

/** No request waits longer than this for the outcome of a message. */
export const interestMilliseconds = 60_000;

export const createSettledNews = (
  pool: pg.Pool,
  log: Log,
  origin: string,
  hasListeners: () => boolean,
): ((messageId: string, isSent: boolean) => void) => {
  const news = { sent: [] as string[], settled: [] as string[] };
  let isNotifying = false;

  const notify = async (): Promise<void> => {
    isNotifying = true;
    while (news.sent.length + news.settled.length > 0) {
      const payloads = (['sent', 'settled'] as const).flatMap((topic) => {
        const ids = news[topic].splice(0);
        return ids.length > 0 ? toPayloads(topic, ids, origin) : [];
      });
      await notifyProcesses(pool, channelName, payloads).catch((error: unknown) =>
        log.debug({ err: error }, 'other processes could not be notified of outcomes'),
      );
    }
    isNotifying = false;
  };

  return (messageId, isSent) => {
    if (!hasListeners() || Date.now() - timeOfUuid(messageId).getTime() > interestMilliseconds) return;
    news[isSent ? 'sent' : 'settled'].push(messageId);
    if (!isNotifying) setImmediate(() => void (isNotifying || notify()));
  };
};
