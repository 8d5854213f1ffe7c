// Notifications between processes that events were written or webhooks changed: LISTEN/NOTIFY, sent after the
// commit and not inside it, many in one. Nothing relies on them: a poll stands behind.

import type pg from 'pg';
import { splitForNotifications } from '../../platform/database/notified-ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Channel, Channels } from '../../processes/channel.ts';
import { deliveriesChannel, notifyDeliveries } from './queries.ts';

export interface Notice {
  /** Companies with new events. Empty: some webhook or delivery was changed by a person. */
  readonly companyIds: readonly string[];
}

export interface Notices {
  /** Notifies the other processes, soon. */
  tell(companyIds: readonly string[]): void;
  /** Receives their notifications from now on. */
  listen(): void;
  close(): Promise<void>;
}

export interface NoticesOptions {
  readonly pool: pg.Pool;
  readonly channels: Channels;
  readonly log: Log;
  readonly hear: (notice: Notice) => void;
}

const tellMilliseconds = 20;

export const openNotices = ({ pool, channels, log, hear }: NoticesOptions): Notices => {
  const untold = new Set<string>();
  let isChangeUntold = false;
  let timer: NodeJS.Timeout | undefined;
  let channel: Channel | null = null;

  const flush = async (): Promise<void> => {
    timer = undefined;
    const payloads = splitForNotifications([...untold]).map((ids) => ids.join(' '));
    if (isChangeUntold) payloads.unshift('');
    untold.clear();
    isChangeUntold = false;
    for (const payload of payloads) await notifyDeliveries(pool, payload);
  };

  return {
    tell(companyIds) {
      for (const id of companyIds) untold.add(id);
      if (companyIds.length === 0) isChangeUntold = true;
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) =>
          log.debug({ err: error }, 'a notification about deliveries failed'),
        );
      }, tellMilliseconds).unref();
    },
    listen() {
      channel = channels.open(deliveriesChannel, (payload) =>
        hear({ companyIds: payload === '' ? [] : payload.split(' ') }),
      );
    },
    async close() {
      clearTimeout(timer);
      await channel?.close();
    },
  };
};
