// How processes tell each other things at once: PostgreSQL's notifications, on a connection of its own that is made again
// when it breaks. Nothing relies on them: everything told here is also found by a poll.

import pg from 'pg';
import type { ConnectionSettings } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { listenTo } from './queries.ts';

export const channelName = 'hudhud_dispatch';

/** `lanes`: something waits in these. `settled`: the outcomes of these messages are known. `free`: somebody left. */
export type Topic = 'lanes' | 'settled' | 'free';

/** PostgreSQL allows a little less than 8,000 bytes. */
const idsPerPayload = 200;

const originMark = 'from:';

/** `origin` names who says it, so that they know their own word when they hear it. */
export const toPayloads = (topic: Topic, ids: readonly string[], origin: string): string[] => {
  const payloads: string[] = [];
  for (let index = 0; index === 0 || index < ids.length; index += idsPerPayload) {
    payloads.push([topic, ...ids.slice(index, index + idsPerPayload), `${originMark}${origin}`].join(' '));
  }
  return payloads;
};

export interface Word {
  readonly topic: Topic;
  readonly ids: readonly string[];
  readonly origin: string | null;
}

export const readPayload = (payload: string): Word => {
  const [topic, ...rest] = payload.split(' ');
  const origin = rest.find((word) => word.startsWith(originMark));
  return {
    topic: topic as Topic,
    ids: rest.filter((word) => word !== origin),
    origin: origin?.slice(originMark.length) ?? null,
  };
};

export interface Channel {
  close(): Promise<void>;
}

const reconnectMilliseconds = 1_000;

export const openChannel = (
  connection: ConnectionSettings,
  log: Log,
  hear: (word: Word) => void,
): Channel => {
  let isClosed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const opened = new pg.Client({ ...connection, application_name: 'hudhud channel', keepAlive: true });
    client = opened;
    opened.on('error', () => undefined);
    opened.once('end', connectAgain);
    opened.on('notification', ({ payload = '' }) => hear(readPayload(payload)));
    try {
      await opened.connect();
      await listenTo(opened, channelName);
    } catch (error) {
      log.debug({ err: error }, 'the channel between processes could not be opened');
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
