// Starts a tool with this Node, and takes care that none of them outlives us: after `npm test` was stopped, no gateway
// or browser may still be running.

import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';

const running = new Set<ChildProcess>();
// Vitest stops its workers, and they their gateways and databases.
const patienceMs = 30_000;
let stoppedBy: NodeJS.Signals | undefined;

export interface ProcessTask {
  /** The file to run and its arguments. */
  args: string[];
  cwd: string;
  env?: Record<string, string>;
  /** A program of its own instead of this Node. */
  file?: string;
  /** Shown as it comes, or kept and returned. */
  output: 'show' | 'keep';
}

export function runProcess({ args, cwd, env, file = process.execPath, output }: ProcessTask): Promise<{
  code: number;
  kept: string;
}> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let kept = '';
    running.add(child);
    const keep = (chunk: Buffer) => {
      kept += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const end = (code: number) => {
      running.delete(child);
      // Once we are stopped the promise stays pending, or the next process would be started.
      if (!stoppedBy) resolve({ code, kept });
      else if (running.size === 0) process.exit(128 + os.constants.signals[stoppedBy]);
    };
    child.once('error', (error) => {
      kept += `${error.message}\n`;
      end(1);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/** Call once at the start of a program that runs processes. */
export function stopTogether(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppedBy) return;
      stoppedBy = signal;
      if (running.size === 0) process.exit(128 + os.constants.signals[signal]);
      for (const child of running) {
        child.kill(signal);
        setTimeout(() => child.kill('SIGKILL'), patienceMs);
      }
    });
  }
}
