// A load generator that costs as little as it can, because it shares two cores with what it measures: raw sockets, ready
// made requests, and just enough parsing to find the end of an answer.

import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Whole HTTP requests, taken in turn. */
  readonly requests: readonly Buffer[];
  readonly expectedStatus: number;
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

const percentile = (sorted: Float64Array, share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100;

export const runLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const latencies: number[] = [];
  let unexpected = 0;
  let next = 0;
  const begin = performance.now();
  const end = begin + options.seconds * 1000;

  const drive = (socket: Socket, done: () => void): void => {
    let sentAt = 0;
    let pending: Buffer | null = null;
    const send = (): void => {
      const request = options.requests[next++ % options.requests.length];
      if (!request || performance.now() >= end) {
        socket.destroy();
        done();
        return;
      }
      sentAt = performance.now();
      socket.write(request);
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
  const seconds = (performance.now() - begin) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  return {
    perSecond: Math.round(latencies.length / seconds),
    p50Milliseconds: percentile(sorted, 0.5),
    p99Milliseconds: percentile(sorted, 0.99),
    answered: latencies.length,
    unexpected,
  };
};
