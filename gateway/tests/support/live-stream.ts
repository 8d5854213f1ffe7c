// A reader of server-sent events, as a customer's program or the dashboard would be one.

import { Agent, request } from 'undici';
import { waitUntil } from './wait-until.ts';

export interface StreamEvent {
  readonly name: string;
  readonly id: string | null;
  readonly data: unknown;
}

export interface LiveStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly events: readonly StreamEvent[];
  /** The id to come back with. */
  readonly lastId: string;
  readonly text: string;
  readonly isEnded: boolean;
  waitFor(what: string, fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  close(): Promise<void>;
}

const readEvent = (block: string): StreamEvent => {
  const field = (name: string): string | null =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  const data = field('data');
  return { name: field('event') ?? '', id: field('id'), data: data === null ? null : JSON.parse(data) };
};

export const openLiveStream = async (
  address: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<LiveStream> => {
  const agent = new Agent({ bodyTimeout: 0 });
  const leaving = new AbortController();
  const response = await request(new URL(path, address), {
    dispatcher: agent,
    headers: { accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  });
  let text = '';
  let isEnded = false;
  response.body
    .setEncoding('utf8')
    .on('data', (chunk: string) => {
      text += chunk;
    })
    .on('error', () => undefined)
    .on('close', () => {
      isEnded = true;
    });
  const blocks = (): StreamEvent[] => text.split('\n\n').slice(0, -1).map(readEvent);
  return {
    status: response.statusCode,
    headers: response.headers,
    get events() {
      return blocks().filter(({ data }) => data !== null);
    },
    get lastId() {
      return blocks().findLast(({ id }) => id !== null)?.id ?? '';
    },
    get text() {
      return text;
    },
    get isEnded() {
      return isEnded;
    },
    waitFor: (what, fits) =>
      waitUntil(what, () => blocks().find((event) => event.data !== null && fits(event))),
    async close() {
      leaving.abort();
      await agent.destroy();
    },
  };
};
