// How processes tell each other that events were written or endpoints changed: PostgreSQL's notifications, sent after the
// commit and not inside it, many in one. Nothing relies on them: a poll stands behind.

import pg from 'pg';
import type { ConnectionSettings } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { listenForDeliveries, notifyDeliveries } from './queries.ts';

export interface Notice {
  /** Companies with new events. Empty: some endpoint or delivery was changed by a person. */
  readonly companyIds: readonly string[];
}

export interface Notices {
  /** Tells the other processes, soon. */
  tell(companyIds: readonly string[]): void;
  /** Hears the others from now on. */
  listen(): void;
  close(): Promise<void>;
}

export interface NoticesOptions {
  readonly pool: pg.Pool;
  readonly connection: ConnectionSettings;
  readonly log: Log;
  readonly hear: (notice: Notice) => void;
}

const tellMilliseconds = 20;
const reconnectMilliseconds = 1_000;
/** PostgreSQL allows a little less than 8,000 bytes. */
const companiesPerPayload = 200;

export const openNotices = ({ pool, connection, log, hear }: NoticesOptions): Notices => {
  const untold = new Set<string>();
  let isChangeUntold = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let client: pg.Client | null = null;

  const flush = async (): Promise<void> => {
    timer = undefined;
    const companies = [...untold];
    const payloads = isChangeUntold ? [''] : [];
    untold.clear();
    isChangeUntold = false;
    for (let index = 0; index < companies.length; index += companiesPerPayload) {
      payloads.push(companies.slice(index, index + companiesPerPayload).join(' '));
    }
    for (const payload of payloads) await notifyDeliveries(pool, payload);
  };

  const listen = async (): Promise<void> => {
    const opened = new pg.Client({ ...connection, application_name: 'hudhud deliveries', keepAlive: true });
    client = opened;
    opened.on('error', () => undefined);
    opened.once('end', listenAgain);
    opened.on('notification', ({ payload = '' }) =>
      hear({ companyIds: payload === '' ? [] : payload.split(' ') }),
    );
    try {
      await opened.connect();
      await listenForDeliveries(opened);
    } catch (error) {
      log.debug({ err: error }, 'notices of deliveries cannot be heard at the moment');
      opened.end().catch(() => undefined);
      listenAgain();
    }
  };
  function listenAgain(): void {
    if (isClosed) return;
    clearTimeout(reconnect);
    reconnect = setTimeout(() => void listen(), reconnectMilliseconds).unref();
  }

  return {
    tell(companyIds) {
      for (const id of companyIds) untold.add(id);
      if (companyIds.length === 0) isChangeUntold = true;
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) => log.debug({ err: error }, 'a notice of deliveries was not told'));
      }, tellMilliseconds).unref();
    },
    listen: () => void listen(),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(reconnect);
      await client?.end().catch(() => undefined);
    },
  };
};
