// Listens to the notifications of other processes (LISTEN/NOTIFY), on a connection of its own that is reopened when it
// breaks. Nothing may rely on them: every listener also polls.
//
// One connection for all channels of a process: PostgreSQL wakes every connection that listens to anything, whatever the
// channel.

import type pg from 'pg';
import type { Queryable } from '../platform/database/database.ts';
import { type ConnectionSettings, connectTo } from '../platform/database/hosts.ts';
import type { Log } from '../platform/log.ts';
import { listenTo, notify, stopListeningTo } from './queries.ts';

export interface Channel {
  close(): Promise<void>;
}

export interface Channels {
  /** `name`: PostgreSQL's name of the channel, which is opened once. */
  open(name: string, onPayload: (payload: string) => void): Channel;
}

export interface ChannelsOptions {
  readonly connection: ConnectionSettings;
  readonly log: Log;
}

const reconnectMilliseconds = 1_000;
const connectMilliseconds = 10_000;

/** Notifies every process that listens on the channel, this one included. */
export const notifyProcesses = async (
  db: Queryable,
  name: string,
  payloads: readonly string[],
): Promise<void> => await notify(db, name, payloads);

class SharedChannels implements Channels {
  readonly #options: ChannelsOptions;
  readonly #listeners = new Map<string, (payload: string) => void>();
  #client: pg.Client | null = null;
  #isConnecting = false;
  #timer: NodeJS.Timeout | undefined;
  #asked: Promise<void> = Promise.resolve();

  constructor(options: ChannelsOptions) {
    this.#options = options;
  }

  open(name: string, onPayload: (payload: string) => void): Channel {
    if (this.#listeners.has(name)) throw new Error(`The channel ${name} is open already.`);
    this.#listeners.set(name, onPayload);
    if (this.#client) this.#listen(this.#client, [name]);
    else this.#connect();
    return { close: () => this.#close(name) };
  }

  #connect(): void {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    const { connection, log } = this.#options;
    connectTo(connection, {
      application_name: 'hudhud channels',
      connectionTimeoutMillis: connectMilliseconds,
      keepAlive: true,
    })
      .then((client) => this.#take(client))
      .catch((error: unknown) => {
        log.debug({ err: error }, 'the channels between processes could not be opened');
        this.#connectAgain();
      });
  }

  #take(client: pg.Client): void {
    this.#client = client;
    client.once('end', () => this.#connectAgain());
    client.on('notification', ({ channel, payload = '' }) => this.#listeners.get(channel)?.(payload));
    this.#listen(client, [...this.#listeners.keys()]);
    // All were closed meanwhile.
    if (this.#listeners.size === 0) this.#end(client);
  }

  /** A connection that cannot listen is of no use: its end brings the next one. */
  #listen(client: pg.Client, names: readonly string[]): void {
    void this.#ask(() => listenTo(client, names)).catch(() => this.#end(client));
  }

  /** One question at a time, as the driver wants it. */
  #ask(question: () => Promise<void>): Promise<void> {
    const asked = this.#asked.then(question);
    this.#asked = asked.catch(() => undefined);
    return asked;
  }

  #end(client: pg.Client): void {
    client.end().catch(() => undefined);
  }

  #connectAgain(): void {
    this.#client = null;
    this.#isConnecting = false;
    clearTimeout(this.#timer);
    if (this.#listeners.size === 0) return;
    this.#timer = setTimeout(() => this.#connect(), reconnectMilliseconds).unref();
  }

  /** The last one that is closed takes the connection along. */
  async #close(name: string): Promise<void> {
    if (!this.#listeners.delete(name)) return;
    const client = this.#client;
    if (this.#listeners.size === 0) {
      clearTimeout(this.#timer);
      await client?.end().catch(() => undefined);
    } else if (client) {
      await this.#ask(() => stopListeningTo(client, name)).catch(() => undefined);
    }
  }
}

export const createChannels = (options: ChannelsOptions): Channels => new SharedChannels(options);
