// Starts the process of the receivers and speaks with it.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Temper } from './sink.ts';

export interface Sink {
  readonly child: ChildProcess;
  readonly urls: readonly string[];
  /** How the receivers behave from now on; answers how many requests each has had. */
  behave(tempers: readonly Temper[]): Promise<readonly number[]>;
  counts(): Promise<readonly number[]>;
  stop(): void;
}

export const startSink = async (receivers: number): Promise<Sink> => {
  const file = fileURLToPath(new URL('./sink.ts', import.meta.url));
  const child = fork(file, [String(receivers)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [{ ports }] = (await once(child, 'message')) as [{ ports: number[] }];
  const ask = async (request: object): Promise<readonly number[]> => {
    const answered = once(child, 'message');
    child.send(request);
    return ((await answered) as [{ counts: number[] }])[0].counts;
  };
  return {
    child,
    urls: ports.map((port) => `http://127.0.0.1:${port}/hook`),
    behave: (tempers) => ask({ tempers }),
    counts: () => ask({}),
    stop: () => child.disconnect(),
  };
};
