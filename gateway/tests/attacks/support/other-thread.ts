// Calls the gateway from a thread of its own, so that making and reading a large request takes nothing of the loop that is
// measured.

import { Worker } from 'node:worker_threads';
import { atFileEnd } from '../../support/file-end.ts';

export interface ThreadCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ThreadAnswer {
  readonly status: number;
  /** The beginning of the answer. */
  readonly text: string;
}

const source = `
const { parentPort, workerData } = require('node:worker_threads');
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true });
parentPort.on('message', ({ number, call }) => {
  const bytes = Buffer.from(call.body);
  const headers = { ...call.headers, 'content-type': 'application/json', 'content-length': bytes.length };
  const request = http.request(new URL(call.path, workerData), { method: call.method, headers, agent });
  const answer = (status, text) => parentPort.postMessage({ number, status, text });
  request.on('error', (error) => answer(0, String(error)));
  request.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (piece) => { if (text.length < 500) text += piece; });
    response.on('end', () => answer(response.statusCode, text.slice(0, 500)));
    response.on('error', () => undefined);
  });
  request.end(bytes);
});
`;

export const useOtherThread = (address: string) => {
  const worker = new Worker(source, { eval: true, workerData: address });
  const waiting = new Map<number, (answer: ThreadAnswer) => void>();
  let calls = 0;
  worker.on('message', ({ number, ...answer }: ThreadAnswer & { number: number }) => {
    waiting.get(number)?.(answer);
    waiting.delete(number);
  });
  atFileEnd(async () => void (await worker.terminate()));
  return (call: ThreadCall): Promise<ThreadAnswer> => {
    calls += 1;
    const { promise, resolve } = Promise.withResolvers<ThreadAnswer>();
    waiting.set(calls, resolve);
    worker.postMessage({ number: calls, call });
    return promise;
  };
};
