// Makes the cluster (PostgreSQL's word for its data folder) and guards it. initdb works in a temporary sibling that is
// renamed when it is done, so a cluster is either absent or whole, whenever the process or the machine dies.

import { appendFile, chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, majorVersion, program } from './binaries.ts';
import { codeOf, EmbeddedPostgresError } from './error.ts';
import { type Layout, unfinishedClusterPrefix } from './layout.ts';
import { superuser } from './names.ts';
import { makePassword, readOrMakePassword, readPassword, syncFolder } from './password.ts';
import { type Account, hasSucceeded, lastWords, runCommand } from './run-command.ts';
import { settingsFile } from './settings.ts';

export interface ClusterContext {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly say: (line: string) => void;
  /** False only in tests that turn fsync off. */
  readonly isDurable: boolean;
}

/** Call with the start lock held and no server running. */
export async function ensureCluster(context: ClusterContext): Promise<void> {
  const { layout, say } = context;
  const version = await readVersion(layout.cluster);
  if (version === undefined) {
    say(`Setting up the database in ${layout.cluster}.`);
    await makeCluster(context);
  } else if (version !== majorVersion) {
    throw new EmbeddedPostgresError(
      `The database in ${layout.cluster} was made by PostgreSQL ${version}, and this gateway runs PostgreSQL ` +
        `${majorVersion}. Dump it with the older version and restore it here, or set DATA_DIR to another folder.`,
    );
  }
  await ensureOwner(context);
  if ((await readPassword(layout)) === undefined) await replacePassword(context);
}

async function makeCluster(context: ClusterContext): Promise<void> {
  const { layout, account } = context;
  await removeUnfinished(layout);
  await checkNothingInTheWay(layout);
  const password = await readOrMakePassword(layout);
  const unfinished = await mkdtemp(join(layout.dataDir, unfinishedClusterPrefix));
  try {
    // initdb runs as the account, which cannot read our password file; this copy lives in a 0700 folder for a second.
    const passwordCopy = join(unfinished, 'password');
    await writeFile(passwordCopy, `${password}\n`, { mode: 0o600 });
    if (account) {
      await chown(unfinished, account.uid, account.gid);
      await chown(passwordCopy, account.uid, account.gid);
    }
    const made = join(unfinished, 'cluster');
    await runInitdb(context, made, passwordCopy);
    await appendFile(join(made, 'postgresql.conf'), `\ninclude_if_exists = '${settingsFile}'\n`);
    await rename(made, layout.cluster);
    await syncFolder(layout.dataDir);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function runInitdb(context: ClusterContext, folder: string, passwordFile: string): Promise<void> {
  const args = [
    ...['--pgdata', folder, '--username', superuser, '--pwfile', passwordFile],
    ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--data-checksums', '--no-instructions'],
    // PostgreSQL's own C.UTF-8: sorts by code point like C, knows upper and lower case of all scripts, and cannot
    // change under our indexes when the system's C library is upgraded.
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...(context.isDurable ? [] : ['--no-sync']),
  ];
  const file = program(context.binaries, 'initdb');
  const result = await runCommand(file, args, { account: context.account, timeoutSeconds: 300 });
  if (hasSucceeded(result)) return;
  throw new EmbeddedPostgresError(
    `The database could not be set up in ${context.layout.dataDir}: ${lastWords(result)}. ` +
      `Check that the disk has 1 GB free and that the folder may be written to, then start again.`,
  );
}

/** initdbs that were killed. One that still runs (its gateway was killed) loses its folder and ends by itself. */
async function removeUnfinished(layout: Layout): Promise<void> {
  for (const name of await readdir(layout.dataDir)) {
    if (!name.startsWith(unfinishedClusterPrefix)) continue;
    await rm(join(layout.dataDir, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** An empty folder is fine: the rename takes its place. */
async function checkNothingInTheWay(layout: Layout): Promise<void> {
  try {
    if ((await readdir(layout.cluster)).length === 0) return;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  throw new EmbeddedPostgresError(
    `The folder ${layout.cluster} holds something that is not a PostgreSQL database. ` +
      `Move it away, or set DATA_DIR to another folder.`,
  );
}

async function readVersion(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A backup restored by root belongs to root, and PostgreSQL only runs in a folder of its own user. */
async function ensureOwner({ layout, account }: ClusterContext): Promise<void> {
  if (!account || (await stat(layout.cluster)).uid === account.uid) return;
  const args = ['-R', '-h', `${account.uid}:${account.gid}`, layout.cluster];
  const result = await runCommand('chown', args, { timeoutSeconds: 600 });
  if (hasSucceeded(result)) return;
  throw new EmbeddedPostgresError(
    `The database in ${layout.cluster} could not be given to user "${account.name}": ${lastWords(result)}. ` +
      `Do it by hand: chown -R ${account.name} ${layout.cluster}`,
  );
}

/** A user who holds the folder holds the data, so a lost password file is no reason to refuse: set a new password. */
async function replacePassword(context: ClusterContext): Promise<void> {
  const { layout, binaries, account, say } = context;
  const password = await makePassword(layout);
  const result = await runCommand(
    program(binaries, 'postgres'),
    ['--single', '-D', layout.cluster, 'postgres'],
    {
      account,
      timeoutSeconds: 600,
      input: `alter role ${superuser} password '${password}'\n`,
    },
  );
  if (hasSucceeded(result)) {
    say(`The file ${layout.passwordFile} was missing; the database has a new password.`);
    return;
  }
  await rm(layout.passwordFile, { force: true });
  throw new EmbeddedPostgresError(
    `The file ${layout.passwordFile} is missing and no new password could be set: ${lastWords(result)}. ` +
      `Put the file back from a backup.`,
  );
}
