// One `npm start` in the copy, with what it printed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepOutput } from '../checks/keep-output.ts';

export interface GatewayRun {
  /** Everything printed so far, on both channels. */
  output: () => string;
  /** Waits until what was printed satisfies the condition; fails when the program ends or the time is over. */
  until: (what: string, isThere: (output: string) => boolean, seconds: number) => Promise<void>;
  /** Ctrl-C signals everybody in the foreground, a supervisor only the process that it started. */
  stop: (signal: NodeJS.Signals, toWhom: 'everybody' | 'npm') => Promise<number | null>;
  kill: () => void;
}

export function startGateway(folder: string, environment: NodeJS.ProcessEnv): GatewayRun {
  // A process group of its own, so that a signal to "everybody" is not one to us.
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = keepOutput(child);
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  return {
    output,
    until: async (what, isThere, seconds) => {
      const deadline = performance.now() + seconds * 1000;
      while (!isThere(output())) {
        if (isOver())
          throw new Error(`npm start ended (${child.exitCode ?? child.signalCode}) before ${what}`);
        if (performance.now() > deadline) throw new Error(`no ${what} within ${seconds} s`);
        await sleep(50);
      }
    },
    stop: async (signal, toWhom) => {
      const ended = isOver() ? Promise.resolve() : once(child, 'exit');
      signalTo(child, signal, toWhom === 'everybody');
      await ended;
      return child.exitCode;
    },
    kill: () => signalTo(child, 'SIGKILL', true),
  };
}

function signalTo(child: ChildProcess, signal: NodeJS.Signals, wholeGroup: boolean): void {
  if (child.pid === undefined) return;
  try {
    process.kill(wholeGroup ? -child.pid : child.pid, signal);
  } catch {
    // No process is left to be signalled.
  }
}
