// A load generator that costs as little as it can, because it shares two cores with what it measures: raw sockets, ready
// made requests, and just enough parsing to find the end of an answer. Without a rate every connection sends again as soon
// as it is answered; with one, requests leave at their times, and one that leaves late has waited since its time.

import { connect, type Socket } from 'node:net';
import { percentilesOf } from './figures.ts';

export interface LoadOptions {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second; left out: as many as are answered. */
  readonly perSecond?: number;
  /** Whole HTTP requests, taken in turn. */
  readonly requests: readonly Buffer[];
  readonly expectedStatus: number;
  readonly onAnswered?: () => void;
}

export interface RawLoad {
  readonly seconds: number;
  /** The time to every answer, in milliseconds. */
  readonly latencies: readonly number[];
  readonly unexpected: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly answered: number;
  readonly unexpected: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const lengthName = 'content-length: ';

/** Length of the first whole answer in the bytes, or 0 while it is incomplete. */
const answerLength = (bytes: Buffer): number => {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return 0;
  const head = bytes.toString('latin1', 0, end);
  const at = head.toLowerCase().indexOf(lengthName);
  const total = end + 4 + Number.parseInt(head.slice(at + lengthName.length), 10);
  return bytes.length >= total ? total : 0;
};

/** Hands out whose turn it is: the request, and the moment at which it is due. */
const createTurns = (options: LoadOptions, begin: number) => {
  const interval = options.perSecond ? 1000 / options.perSecond : 0;
  let taken = 0;
  return (): { request: Buffer; dueAt: number } | null => {
    const dueAt = interval > 0 ? begin + taken * interval : performance.now();
    const request = options.requests[taken % options.requests.length];
    taken += 1;
    return request && dueAt < begin + options.seconds * 1000 ? { request, dueAt } : null;
  };
};

export const driveLoad = async (options: LoadOptions): Promise<RawLoad> => {
  const latencies: number[] = [];
  let unexpected = 0;
  const begin = performance.now();
  const nextTurn = createTurns(options, begin);

  const drive = (socket: Socket, done: () => void): void => {
    let sentAt = 0;
    let pending: Buffer | null = null;
    const send = (): void => {
      const turn = nextTurn();
      if (!turn) {
        socket.destroy();
        done();
        return;
      }
      const wait = turn.dueAt - performance.now();
      const write = (since: number): void => {
        sentAt = since;
        socket.write(turn.request);
      };
      if (wait > 0) setTimeout(() => write(performance.now()), wait);
      else write(turn.dueAt);
    };
    socket.on('data', (chunk: Buffer) => {
      const bytes: Buffer = pending ? Buffer.concat([pending, chunk]) : chunk;
      if (answerLength(bytes) === 0) {
        pending = bytes;
        return;
      }
      pending = null;
      latencies.push(performance.now() - sentAt);
      if (Number.parseInt(bytes.toString('latin1', 9, 12), 10) !== options.expectedStatus) unexpected += 1;
      options.onAnswered?.();
      send();
    });
    send();
  };

  await Promise.all(
    Array.from(
      { length: options.connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect({ host: options.host, port: options.port, noDelay: true });
          socket.once('connect', () => drive(socket, resolve));
          socket.once('error', reject);
        }),
    ),
  );
  return { seconds: (performance.now() - begin) / 1000, latencies, unexpected };
};

export const summarize = ({ seconds, latencies, unexpected }: RawLoad): LoadResult => {
  const { p50, p99 } = percentilesOf(latencies);
  return {
    perSecond: Math.round(latencies.length / seconds),
    p50Milliseconds: p50,
    p99Milliseconds: p99,
    answered: latencies.length,
    unexpected,
  };
};

export const runLoad = async (options: LoadOptions): Promise<LoadResult> =>
  summarize(await driveLoad(options));
