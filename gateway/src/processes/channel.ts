// Hears what other processes tell: PostgreSQL's notifications, on a connection of its own that is opened again when it
// breaks. Nothing may rely on them: whoever listens also polls.

import pg from 'pg';
import type { ConnectionSettings } from '../platform/database/database.ts';
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

/** Tells every process that listens on the channel, this one included. */
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
    const opened = new pg.Client({
      ...connection,
      application_name: `hudhud channel ${name}`,
      keepAlive: true,
    });
    client = opened;
    opened.on('error', () => undefined);
    opened.once('end', connectAgain);
    opened.on('notification', ({ payload = '' }) => onPayload(payload));
    try {
      await opened.connect();
      await listenTo(opened, name);
    } catch (error) {
      log.debug({ err: error, channel: name }, 'the channel between processes could not be opened');
      opened.end().catch(() => undefined);
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
