// Chooses the user that PostgreSQL runs as. PostgreSQL refuses to run as root, so a gateway started by root needs an
// unprivileged account: the owner of an existing cluster, else "hudhud" (made when missing), else "nobody".

import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, EmbeddedPostgresError } from './error.ts';
import type { Layout } from './layout.ts';
import { accountName } from './names.ts';
import { type Account, hasSucceeded, lastWords, runCommand } from './run-command.ts';

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Undefined when we are an ordinary user ourselves: the database then simply runs as us. */
export async function chooseAccount(
  cluster: string,
  say: (line: string) => void,
): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  // The owner of an existing cluster stays its owner, also when "hudhud" appeared since or an ordinary user made
  // the cluster: changing owners back and forth would lock that user out.
  const owner = await ownerOf(cluster);
  if (owner !== undefined && owner.uid !== 0) return { ...owner, name: await nameOf(owner.uid) };
  const existing = await lookUp(accountName);
  if (existing) return existing;
  await makeAccount();
  const made = await lookUp(accountName);
  if (made) {
    say(`Made the system user "${accountName}" for the database: PostgreSQL refuses to run as root.`);
    return made;
  }
  const nobody = await lookUp('nobody');
  if (nobody) return nobody;
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and the user "${accountName}" could not be made. ` +
      `Start the gateway as an ordinary user, or make that user: useradd --system ${accountName}`,
  );
}

/** Refuses with a sentence when the account cannot get to the folder; the folder must exist. */
export async function checkReach(account: Account | undefined, folder: string, dataDir: string) {
  if (!account) return;
  const blocked = await findUnreachable(account, folder);
  if (blocked === undefined) return;
  const advice =
    blocked === dataDir
      ? `Let it pass: chmod o+x ${blocked}`
      : 'Use a folder it can reach: DATA_DIR=/var/lib/hudhud npm start';
  throw new EmbeddedPostgresError(
    `The database runs as user "${account.name}" (PostgreSQL refuses to run as root), ` +
      `and that user cannot enter ${blocked}. ${advice}`,
  );
}

/**
 * The first folder on the way to `folder` that the account cannot enter. Asked of the kernel by walking there as that
 * user: mode bits alone do not show it (access lists, mount options, user namespaces).
 */
export async function findUnreachable(account: Account, folder: string): Promise<string | undefined> {
  const walk = 'for p in "$@"; do cd -- "$p" 2>/dev/null || { printf %s "$p"; exit 3; }; done';
  const args = ['-c', walk, 'sh', ...withParents(folder)];
  const result = await runCommand('/bin/sh', args, { account, timeoutSeconds: 10 });
  if (result.kind === 'exited' && result.code === 3) return result.stdout;
  if (hasSucceeded(result)) return undefined;
  throw new EmbeddedPostgresError(
    `The database must run as user "${account.name}" (PostgreSQL refuses to run as root), but switching to that ` +
      `user failed: ${lastWords(result)}. Start the gateway as an ordinary user instead.`,
  );
}

/** An ordinary user cannot run, or even look into, a database that belongs to another user. */
export async function checkOwner(layout: Layout): Promise<void> {
  if (isRoot()) return;
  const owner = await ownerOf(layout.cluster);
  if (owner === undefined || owner.uid === process.getuid?.()) return;
  const name = await nameOf(owner.uid);
  throw new EmbeddedPostgresError(
    `The database in ${layout.cluster} belongs to user "${name}". ` +
      `Run this as that user or as root, or set DATA_DIR to a folder of your own.`,
  );
}

async function makeAccount(): Promise<void> {
  const args = ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', accountName];
  const made = await runCommand('useradd', args, { timeoutSeconds: 30 });
  // A failure is not final: Alpine has busybox adduser only, and another gateway may just have made the user.
  // The caller looks the user up again and decides by what is there.
  if (!hasSucceeded(made))
    await runCommand('adduser', ['-S', '-D', '-H', accountName], { timeoutSeconds: 30 });
}

async function lookUp(name: string): Promise<Account | undefined> {
  const uid = await runCommand('id', ['-u', name], { timeoutSeconds: 10 });
  const gid = await runCommand('id', ['-g', name], { timeoutSeconds: 10 });
  if (!hasSucceeded(uid) || !hasSucceeded(gid)) return undefined;
  return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

export async function nameOf(uid: number): Promise<string> {
  const result = await runCommand('id', ['-un', String(uid)], { timeoutSeconds: 10 });
  return hasSucceeded(result) ? result.stdout.trim() : String(uid);
}

export async function ownerOf(path: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function withParents(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [...withParents(parent), folder];
}
