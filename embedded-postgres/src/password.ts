// The database's password: random, made once, kept in a file that only the gateway's user can read. It is on the disk
// before the cluster that uses it appears, so a crash in between never leaves a database without its password.

import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { codeOf, EmbeddedPostgresError } from './error.ts';
import type { Layout } from './layout.ts';

const passwordBytes = 32;

export async function readPassword(layout: Layout): Promise<string | undefined> {
  try {
    const password = (await readFile(layout.passwordFile, 'utf8')).trim();
    return password === '' ? undefined : password;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError(
      `The file ${layout.passwordFile} cannot be read (${codeOf(error)}). ` +
        `Run this as the user that runs the gateway, or as root.`,
      { cause: error },
    );
  }
}

export async function readOrMakePassword(layout: Layout): Promise<string> {
  return (await readPassword(layout)) ?? (await makePassword(layout));
}

export async function makePassword(layout: Layout): Promise<string> {
  const password = randomBytes(passwordBytes).toString('base64url');
  const unfinished = `${layout.passwordFile}.new`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(`${password}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, layout.passwordFile);
  await syncFolder(layout.dataDir);
  return password;
}

/** Makes a rename in the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
