// Looks for alerts and sends them: at once when a state changed (migration 29 notifies, whichever process made the change),
// and every half minute for what no change announces. Runs where slow work is done; when several processes do it, they take
// turns.

import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { type Loop, startLoop } from '../platform/loop.ts';
import { dayMilliseconds } from '../platform/time.ts';
import { type Channel, type Channels, notifyProcesses } from '../processes/channel.ts';
import { type NoticeOptions, sendDueNotices } from './notices/send-notices.ts';
import { deleteOldAlerts } from './queries.ts';
import { lookForAlerts } from './watching/look.ts';

export interface AlertEngine {
  start(): void;
  stop(): Promise<void>;
}

export interface AlertEngineOptions extends NoticeOptions {
  readonly pool: pg.Pool;
  readonly channels: Channels;
  readonly onEmitted: (companyIds: readonly string[]) => void;
  readonly log: Log;
}

const channelName = 'hudhud_alerts';
const lookMilliseconds = 30_000;
/** Changes that come together are looked at together. */
const gatherMilliseconds = 100;
const keptDays = 90;

/** Makes the process that looks for alerts do so now, whichever it is. */
export const wakeAlerts = (pool: pg.Pool): Promise<void> => notifyProcesses(pool, channelName, ['']);

export const createAlertEngine = (options: AlertEngineOptions): AlertEngine => {
  const { pool, channels, log } = options;
  let channel: Channel | null = null;
  let looking: Loop | null = null;
  let sweeping: Loop | null = null;
  let timer: NodeJS.Timeout | undefined;

  const round = async (): Promise<void> => {
    const companyIds = await lookForAlerts(pool);
    if (companyIds.length > 0) options.onEmitted([...new Set(companyIds)]);
    await sendDueNotices(options);
  };

  const wake = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      looking?.wake();
    }, gatherMilliseconds).unref();
  };

  return {
    start() {
      channel = channels.open(channelName, wake);
      looking = startLoop('alerts', lookMilliseconds, log, round);
      sweeping = startLoop('old alerts', dayMilliseconds, log, () => deleteOldAlerts(pool, keptDays));
      wake();
    },
    async stop() {
      await Promise.all([channel?.close(), looking?.stop(), sweeping?.stop()]);
      clearTimeout(timer);
    },
  };
};
