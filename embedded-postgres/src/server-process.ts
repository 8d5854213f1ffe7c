// Starts and stops the server process. It is started by pg_ctl in a session of its own, so Ctrl-C and even kill -9 reach
// the gateway only: the database lives on and the next start adopts it.

import { chown, constants, open, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, program } from './binaries.ts';
import { codeOf, EmbeddedPostgresError } from './error.ts';
import type { Layout } from './layout.ts';
import { outlastOrphanedStart } from './orphaned-start.ts';
import { clearRemains, inspectServer } from './postmaster.ts';
import { type Account, hasSucceeded, lastWords, runCommand } from './run-command.ts';
import { renderSettings, settingsFile } from './settings.ts';

export interface ServerContext {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
}

const logBytesMax = 10 * 1024 * 1024;
const remainsWaitSeconds = 15;

export async function writeSettings(context: ServerContext, settings: Record<string, string>): Promise<void> {
  const path = join(context.layout.cluster, settingsFile);
  await writeFile(path, renderSettings(settings), { mode: 0o600 });
  if (context.account) await chown(path, context.account.uid, context.account.gid);
}

/** Call with the start lock held and no server running. The server may still be recovering when this returns. */
export async function startServer(context: ServerContext, socketFolder: string): Promise<void> {
  const { layout, binaries, account } = context;
  if (await outlastOrphanedStart(layout)) return;
  const deadline = Date.now() + remainsWaitSeconds * 1000;
  for (;;) {
    await clearRemains(layout, socketFolder);
    const logStart = await prepareLog(layout, account);
    // -t bounds only pg_ctl's patience: a long recovery goes on, and the caller waits for it by connecting.
    const args = ['start', '--wait', '--timeout=30', '--silent', '-D', layout.cluster, '-l', layout.log];
    const result = await runCommand(program(binaries, 'pg_ctl'), args, { account, timeoutSeconds: 60 });
    if (hasSucceeded(result)) return;
    // Ours in the end, started slowly; or a pg_ctl whose gateway was killed got there before us. Both will do.
    if ((await inspectServer(layout)).kind === 'running') return;
    const reason = (await readReason(layout, logStart)) ?? lastWords(result);
    // Children of a server that was killed with -9 finish what they are doing before they notice; usually at once.
    const isHeldByChildren = reason.includes('shared memory block') || reason.includes('already exists');
    if (!isHeldByChildren) throw cannotStart(layout, reason);
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Processes of an earlier database server still use ${layout.cluster}. ` +
          `Wait until they end, or end the processes named "postgres" that belong to it, then start again.`,
      );
    }
    await sleep(500);
  }
}

export type StopMode = 'fast' | 'immediate';

// The signals that pg_ctl stop sends. We send them ourselves, because pg_ctl believes any pid in postmaster.pid, while
// inspectServer has made sure whose it is; and because an npm install may have replaced pg_ctl since.
const stopSignals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** Call with the start lock held. False when the server still runs after this time. */
export async function stopServer(layout: Layout, mode: StopMode, waitSeconds: number): Promise<boolean> {
  const server = await inspectServer(layout);
  if (server.kind === 'stopped') return true;
  if (server.processId === undefined) return false;
  try {
    process.kill(server.processId, stopSignals[mode]);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
  const deadline = Date.now() + waitSeconds * 1000;
  while ((await inspectServer(layout)).kind === 'running') {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Opened by pg_ctl as the account, which may not make files in DATA_DIR. Returns where the new lines begin. */
async function prepareLog(layout: Layout, account: Account | undefined): Promise<number> {
  if ((await sizeOf(layout.log)) > logBytesMax) await rename(layout.log, `${layout.log}.1`);
  const flags = constants.O_CREAT | constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW;
  const file = await open(layout.log, flags, 0o600);
  try {
    if (account) await file.chown(account.uid, account.gid);
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
    throw error;
  }
}

/** The line in which PostgreSQL gave up. */
async function readReason(layout: Layout, logStart: number): Promise<string | undefined> {
  const file = await open(layout.log, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, logStart);
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
    const fatal = lines.findLast((line) => /(FATAL|PANIC): /.test(line));
    return fatal?.replace(/^.*?(?:FATAL|PANIC): +/, '');
  } finally {
    await file.close();
  }
}

function cannotStart(layout: Layout, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${layout.cluster} did not start: ${reason}. ` +
      `Put that right and start again; more is in ${layout.log}`,
  );
}
