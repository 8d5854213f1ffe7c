// A gateway that is killed in the middle of a start leaves a pg_ctl behind that goes on, and a server that is just being
// born: its pid file is there before its pid is in it. A process that took these for remains of a dead server and
// removed them would leave a server that no process can find and that blocks the next one.

import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Layout } from './layout.ts';
import { inspectServer } from './postmaster.ts';
import { hasSucceeded, runCommand } from './run-command.ts';

const waitSeconds = 30;

/** Waits for a start that another process began. True when a server runs afterwards. */
export async function outlastOrphanedStart(layout: Layout): Promise<boolean> {
  const deadline = Date.now() + waitSeconds * 1000;
  while (await isBeingStarted(layout.cluster)) {
    if ((await inspectServer(layout)).kind === 'running') return true;
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
  return (await inspectServer(layout)).kind === 'running';
}

/** True while a pg_ctl, the shell it starts, or a server of this cluster lives. Children of a server name no folder. */
async function isBeingStarted(cluster: string): Promise<boolean> {
  const commands = process.platform === 'linux' ? await commandsByProc() : await commandsByPs();
  return commands.some(
    (command) =>
      /\b(?:pg_ctl|postgres)\b/.test(command) &&
      (command.includes(` -D ${cluster} `) || command.includes(` -D "${cluster}" `)),
  );
}

async function commandsByProc(): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    // A process that ended since, or one that is not ours to look at, says nothing.
    processes.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.map((command) => `${command.replaceAll('\0', ' ')} `);
}

async function commandsByPs(): Promise<string[]> {
  const result = await runCommand('ps', ['-axww', '-o', 'command='], { timeoutSeconds: 10 });
  return hasSucceeded(result) ? result.stdout.split('\n').map((command) => `${command} `) : [];
}
