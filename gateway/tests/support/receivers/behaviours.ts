// What customers' systems do, on good days and on bad ones. Each goes with `startReceiver`; a broken certificate is an
// option of the receiver itself, and addresses that never answer are in nowhere.ts.

import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Behaviour } from './receiver.ts';

export const answers =
  (status: number, body = '', headers: OutgoingHttpHeaders = {}): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(body);

export const takesIt: Behaviour = answers(200, 'ok');
export const fails: Behaviour = answers(500, 'broken');
export const isGone: Behaviour = answers(410, 'gone');

export const asksToWait = (seconds: number): Behaviour =>
  answers(429, 'slow down', { 'retry-after': String(seconds) });

export const redirectsTo = (url: string): Behaviour => answers(302, '', { location: url });

/** Takes the request and never says a word. */
export const hangs: Behaviour = () => undefined;

/** Takes the request and drops the connection without an answer. */
export const resets: Behaviour = (response) => response.socket?.resetAndDestroy();

/** The head of the answer comes a byte at a time and never ends. */
export const dripsHeaders =
  (intervalMilliseconds = 20): Behaviour =>
  async ({ socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\nx-slow: ');
    while (socket && !socket.destroyed) {
      socket.write('.');
      await sleep(intervalMilliseconds);
    }
  };

/** The head says 200 at once; the body comes a byte at a time and never ends. */
export const dripsBody =
  (intervalMilliseconds = 20): Behaviour =>
  async (response) => {
    response.writeHead(200, { 'content-length': '1000000' });
    while (!response.destroyed) {
      response.write('.');
      await sleep(intervalMilliseconds);
    }
  };

/** Answers 200 with a body of any length, as fast as it is read. */
export const answersAtLength =
  (bytes: number): Behaviour =>
  (response) => {
    const chunk = Buffer.alloc(65_536, 'x');
    let left = bytes;
    response.writeHead(200, { 'content-length': String(bytes) });
    const pump = (): void => {
      while (left > 0 && !response.destroyed) {
        const part = chunk.subarray(0, Math.min(left, chunk.length));
        left -= part.length;
        if (!response.write(part)) {
          response.once('drain', pump);
          return;
        }
      }
      if (left === 0) response.end();
    };
    pump();
  };

/** Answers as the other behaviour does, but late. */
export const waits =
  (milliseconds: number, then: Behaviour = takesIt): Behaviour =>
  async (response, request, count) => {
    await sleep(milliseconds);
    return then(response, request, count);
  };
