// The private folder of the server's unix socket. It lies in DATA_DIR when the path fits into the kernel's limit, else
// under the system's temporary folder, where its owner is checked: a stranger who made the folder first could
// otherwise put a server of his own there and get our password.

import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findUnreachable } from './account.ts';
import { codeOf, EmbeddedPostgresError } from './error.ts';
import type { Layout } from './layout.ts';
import { namePrefix } from './names.ts';
import type { Account } from './run-command.ts';

export const port = 5432;
// sun_path holds 108 bytes on Linux and 104 on macOS, with the closing zero.
const pathBytesMax = process.platform === 'darwin' ? 103 : 107;

export function socketIn(folder: string): string {
  return join(folder, `.s.PGSQL.${port}`);
}

/** In order of preference. Always the same for one DATA_DIR and temporary folder, so that a later start looks there. */
export function socketFolderCandidates(layout: Layout, temporary: string): string[] {
  const hash = createHash('sha256').update(layout.dataDir).digest('hex').slice(0, 16);
  const all = [layout.socketFolder, join(temporary, `${namePrefix}-${hash}`), `/tmp/${namePrefix}-${hash}`];
  return [...new Set(all)].filter((folder) => Buffer.byteLength(socketIn(folder)) <= pathBytesMax);
}

export async function provideSocketFolder(layout: Layout, account: Account | undefined): Promise<string> {
  for (const folder of socketFolderCandidates(layout, tmpdir())) {
    const isMade = await makeFolder(folder, account);
    // root's own TMPDIR may be closed to the account; /tmp comes next.
    if (isMade && !(account && (await findUnreachable(account, folder)))) return folder;
  }
  throw new EmbeddedPostgresError(
    `No folder was found for the database's socket: ${layout.dataDir} is too long a path, and the temporary folder ` +
      `cannot be used. Set DATA_DIR to a shorter path.`,
  );
}

async function makeFolder(folder: string, account: Account | undefined): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EACCES') return false;
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const found = await lstat(folder);
  const self = process.getuid?.() ?? -1;
  // Ours as root counts as well: an earlier start was killed between mkdir and chown.
  if (!found.isDirectory() || (found.uid !== self && found.uid !== account?.uid)) {
    throw new EmbeddedPostgresError(
      `The folder ${folder} is needed for the database's socket but belongs to somebody else. ` +
        `Remove it, or set DATA_DIR to a shorter path.`,
    );
  }
  if (account && found.uid !== account.uid) await chown(folder, account.uid, account.gid);
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
  return true;
}
