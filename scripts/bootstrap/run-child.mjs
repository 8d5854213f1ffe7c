// Runs a program in our place: it gets our terminal and our signals, and we end the way it ended, never before it.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null, stoppedBy?: NodeJS.Signals }} Ending */

/** @type {NodeJS.Signals[]} */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// Ctrl-C reaches us from the terminal and again from npm, a moment later. Programs take a second signal as "at once!".
const sameSignalMs = 1_000;

/**
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { onOutput?: (text: string) => void, killAfterMs?: number }} options
 *   killAfterMs: for a child whose clean-up is not needed, how long it may take to stop
 * @returns {Promise<Ending>}
 */
export function runChild(file, args, { onOutput, killAfterMs, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, options);
    /** @type {NodeJS.Signals | undefined} */
    let stoppedBy;
    const lastAt = new Map();
    const handlers = passedOn.map((signal) => {
      const handler = () => {
        stoppedBy ??= signal;
        const now = performance.now();
        const isRepeat = now - (lastAt.get(signal) ?? Number.NEGATIVE_INFINITY) < sameSignalMs;
        lastAt.set(signal, now);
        if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref();
        if (isRepeat || (signal === 'SIGINT' && terminalSignalsTheChild())) return;
        child.kill(signal);
      };
      process.on(signal, handler);
      return () => process.off(signal, handler);
    });
    const done = () => {
      for (const stopListening of handlers) stopListening();
    };
    child.stdout?.on('data', (chunk) => onOutput?.(String(chunk)));
    child.stderr?.on('data', (chunk) => onOutput?.(String(chunk)));
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('close', (code, signal) => {
      done();
      resolve({ code, signal, stoppedBy });
    });
  });
}

/**
 * Ends this process with the child's exit code, or by the signal that ended the child.
 * @param {Pick<Ending, 'code' | 'signal'>} ending
 */
export function endLike({ code, signal }) {
  if (!signal) {
    process.exitCode = code ?? 1;
    return;
  }
  process.exitCode = 128 + (os.constants.signals[signal] ?? 0);
  process.kill(process.pid, signal);
}

// A terminal sends Ctrl-C to its whole foreground group, and so to the child as well: passing it on would double it. A
// SIGINT that comes while we are not in that group was sent by a program, to us alone.
function terminalSignalsTheChild() {
  if (process.platform !== 'linux') return Boolean(process.stdin.isTTY);
  try {
    // The second field, the program's name, may hold spaces and brackets; the fields are counted from its end.
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [, , group, , , foregroundGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === foregroundGroup;
  } catch {
    return Boolean(process.stdin.isTTY);
  }
}
