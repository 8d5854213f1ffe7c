// Copies PostgreSQL's programs to a place where the database's user can run them. The copy appears under its name only
// when it is complete, and one that a power cut has damaged is made again.

import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './error.ts';
import { unfinishedBinariesPrefix } from './layout.ts';

/** Call with the start lock held and no server running from the copy. True when a copy was made. */
export async function copyBinaries(source: string, destination: string): Promise<boolean> {
  if (await isSameTree(source, destination)) return false;
  const dataDir = dirname(destination);
  // Older versions' copies and copies that a killed process left behind; the lock is ours, so no process is making one.
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('postgres-bin-') || name.startsWith(unfinishedBinariesPrefix)) {
      await rm(join(dataDir, name), { recursive: true, force: true });
    }
  }
  const unfinished = await mkdtemp(join(dataDir, unfinishedBinariesPrefix));
  await copyTree(source, unfinished);
  await rename(unfinished, destination);
  return true;
}

async function copyTree(source: string, destination: string): Promise<void> {
  await mkdir(destination, { recursive: true });
  // Explicit modes: the umask of the user who ran npm install or starts the gateway must not close the copy.
  await chmod(destination, 0o755);
  for (const entry of await listNeeded(source)) {
    const from = join(source, entry.name);
    const to = join(destination, entry.name);
    if (entry.isDirectory()) await copyTree(from, to);
    else if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
    else {
      await copyFile(from, to);
      await chmod(to, basename(source) === 'bin' ? 0o755 : 0o644);
    }
  }
}

/** Compares names and sizes: a file that was not yet on the disk when the power went is shorter afterwards. */
async function isSameTree(source: string, copy: string): Promise<boolean> {
  for (const entry of await listNeeded(source)) {
    const from = join(source, entry.name);
    const to = join(copy, entry.name);
    if (entry.isDirectory()) {
      if (!(await isSameTree(from, to))) return false;
    } else if ((await sizeOf(from)) !== (await sizeOf(to))) return false;
  }
  return true;
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** All but the static libraries, which only serve to compile against. */
async function listNeeded(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => !entry.name.endsWith('.a') && entry.name !== 'pkgconfig');
}
