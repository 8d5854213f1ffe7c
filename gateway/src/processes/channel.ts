// Listens to the notifications of other processes (LISTEN/NOTIFY), on a connection of its own that is reopened when it
// breaks. Nothing may rely on them: every listener also polls.

import type pg from 'pg';
import { type ConnectionSettings, connectTo } from '../platform/database/hosts.ts';
import type { Log } from '../platform/log.ts';
import { listenTo, notify } from './queries.ts';

export interface Channel {
  close(): Promise<void>;
}

export interface ChannelOptions {
  readonly connection: ConnectionSettings;
  /** PostgreSQL's name of the channel. */
  readonly name: string;
  readonly log: Log;
  readonly onPayload: (payload: string) => void;
}

const reconnectMilliseconds = 1_000;
const connectMilliseconds = 10_000;

/** Notifies every process that listens on the channel, this one included. */
export const tellProcesses = async (
  db: pg.Pool | pg.ClientBase,
  name: string,
  payloads: readonly string[],
): Promise<void> => await notify(db, name, payloads);

export const openChannel = ({ connection, name, log, onPayload }: ChannelOptions): Channel => {
  let isClosed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    try {
      const opened = await connectTo(connection, {
        application_name: `hudhud channel ${name}`,
        connectionTimeoutMillis: connectMilliseconds,
        keepAlive: true,
      });
      client = opened;
      opened.once('end', connectAgain);
      opened.on('notification', ({ payload = '' }) => onPayload(payload));
      if (isClosed) await opened.end();
      else await listenTo(opened, name);
    } catch (error) {
      log.debug({ err: error, channel: name }, 'the channel between processes could not be opened');
      client?.end().catch(() => undefined);
      connectAgain();
    }
  };
  function connectAgain(): void {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), reconnectMilliseconds).unref();
  }
  void connect();

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
};
