// Finds out whether the server of a cluster runs. postmaster.pid alone does not show it: after a kill -9 it stays behind, its
// pid may belong to another process by now, and a server in another container has a pid that means nothing here.

import { lstat, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { codeOf } from './error.ts';
import type { Layout } from './layout.ts';
import { hasSucceeded, runCommand } from './run-command.ts';
import { socketFolderCandidates, socketIn } from './socket-folder.ts';

export type ServerState =
  /** No process id when the server answers on its socket but lives in another process namespace. */
  | { readonly kind: 'running'; readonly socketFolder: string; readonly processId: number | undefined }
  | { readonly kind: 'stopped' };

// Larger than any pid a kernel hands out, and PostgreSQL still reads it as a number.
const impossibleProcessId = 2147483647;

export async function inspectServer(layout: Layout): Promise<ServerState> {
  const lines = await readPidFile(layout.cluster);
  const recordedFolder = lines?.[4]?.trim();
  const candidates = socketFolderCandidates(layout, tmpdir());
  const processId = Number(lines?.[0] ?? Number.NaN);
  if (processId > 0 && (await isPostmaster(processId, layout.cluster))) {
    // The recorded folder is the truth (our TMPDIR may differ from the starter's); it is written moments after the pid.
    return {
      kind: 'running',
      processId,
      socketFolder: recordedFolder || (candidates[0] ?? layout.socketFolder),
    };
  }
  // Only our server can listen in a private folder of the cluster's owner, so a listener there is our server, with any
  // pid. The owner matters: a stranger's server in /tmp could ask us for the password in clear.
  for (const folder of new Set([...(recordedFolder ? [recordedFolder] : []), ...candidates])) {
    const isOurs = await hasSameOwner(folder, layout.cluster);
    if (isOurs && (await isListening(socketIn(folder)))) {
      return { kind: 'running', processId: undefined, socketFolder: folder };
    }
  }
  return { kind: 'stopped' };
}

/**
 * Takes what a dead server left out of the new one's way. Call with the start lock held and after inspectServer said
 * "stopped". A live process with the old pid makes PostgreSQL refuse to start, so such a pid is blotted out; the file
 * itself stays, because its other lines let PostgreSQL see whether children of the dead server still use the data.
 */
export async function clearRemains(layout: Layout, socketFolder: string): Promise<void> {
  // The socket's own lock file has the same trouble with reused pids and nothing worth keeping.
  await rm(socketIn(socketFolder), { force: true });
  await rm(`${socketIn(socketFolder)}.lock`, { force: true });
  const lines = await readPidFile(layout.cluster);
  if (!lines) return;
  const path = join(layout.cluster, 'postmaster.pid');
  const processId = Number(lines[0]);
  // Empty or torn by a power cut: PostgreSQL would refuse it, and after a power cut there are no children to fear.
  if (!(processId > 0)) await rm(path, { force: true });
  else if (isAlive(processId)) await writeFile(path, [impossibleProcessId, ...lines.slice(1)].join('\n'));
}

export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** True when this process is a living postgres that serves this cluster. */
export async function isPostmaster(processId: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return isPostmasterByPs(processId, cluster);
  try {
    // A zombie has no command line, so it counts as dead: rightly, though kill(pid, 0) still finds it.
    const args = (await readFile(`/proc/${processId}/cmdline`, 'utf8')).split('\0');
    if (basename(args[0] ?? '') !== 'postgres') return false;
    if (args[args.indexOf('-D') + 1] === cluster) return true;
    // The folder may have been renamed under the running server; its working folder shows the new name.
    return (await readlink(`/proc/${processId}/cwd`)) === cluster;
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

async function isPostmasterByPs(processId: number, cluster: string): Promise<boolean> {
  const args = ['-ww', '-p', String(processId), '-o', 'command='];
  const result = await runCommand('ps', args, { timeoutSeconds: 10 });
  return (
    hasSucceeded(result) && /\/postgres -D /.test(result.stdout) && result.stdout.includes(` ${cluster}`)
  );
}

async function readPidFile(cluster: string): Promise<string[] | undefined> {
  try {
    return (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function hasSameOwner(folder: string, cluster: string): Promise<boolean> {
  try {
    return (await lstat(folder)).uid === (await stat(cluster)).uid;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // Absent, refused, or not ours to enter: no server that we could use listens there.
    socket.once('error', () => resolve(false));
  });
}
