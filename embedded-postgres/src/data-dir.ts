// Makes sure that DATA_DIR exists, is usable, is closed to other users of the machine, and can be passed by the user that
// PostgreSQL runs as. A folder that was there before may lose permissions, and never gains any: if it is closed too far,
// the gateway refuses with a sentence instead.

import { access, chmod, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { checkReach, chooseAccount, isRoot, nameOf, ownerOf } from './account.ts';
import { codeOf, EmbeddedPostgresError } from './error.ts';
import { isSafeForShell, type Layout, layoutOf } from './layout.ts';

export async function prepareDataDir(dataDir: string, say: (line: string) => void): Promise<Layout> {
  const asked = resolve(dataDir);
  try {
    if (!(await exists(asked))) await makeDataDir(asked, say);
    const real = await realpath(asked);
    if (!isSafeForShell(real)) {
      throw new EmbeddedPostgresError(
        `The path ${JSON.stringify(real)} has a character that PostgreSQL's tools cannot take ` +
          `(a quote, dollar sign, backtick, backslash or control character). Set DATA_DIR to another folder.`,
      );
    }
    await access(real, constants.R_OK | constants.W_OK | constants.X_OK);
    await closeToOthers(real, say);
    return layoutOf(real);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(await explain(asked, error), { cause: error });
  }
}

/**
 * As root the database's user must pass through; no other user can list or write. What is secret in there is also
 * closed by its own mode.
 */
function allowedMode(): number {
  return isRoot() ? 0o711 : 0o700;
}

/** A folder made by an older version, or by hand, was open to be listed by every user of the machine. */
async function closeToOthers(dataDir: string, say: (line: string) => void): Promise<void> {
  const { mode, uid } = await stat(dataDir);
  if ((mode & 0o777 & ~allowedMode()) === 0) return;
  if (!isRoot() && uid !== process.getuid?.()) {
    say(`Other users of this machine can look into ${dataDir}, which belongs to "${await nameOf(uid)}".`);
    return;
  }
  await chmod(dataDir, mode & (0o7000 | allowedMode()));
}

async function explain(dataDir: string, error: unknown): Promise<string> {
  const code = codeOf(error) ?? String(error);
  const owner = code === 'EACCES' && (await exists(dataDir)) ? await ownerOf(dataDir) : undefined;
  return owner && owner.uid !== process.getuid?.()
    ? `The folder ${dataDir} belongs to user "${await nameOf(owner.uid)}". ` +
        `Run this as that user, or set DATA_DIR to a folder of your own.`
    : `The folder ${dataDir} cannot be used for the database (${code}). ` +
        `Set DATA_DIR to a folder that this user may write to.`;
}

async function makeDataDir(dataDir: string, say: (line: string) => void): Promise<void> {
  if (isRoot()) {
    // Checked before making it, so that a refusal leaves no empty folder behind.
    const account = await chooseAccount(layoutOf(dataDir).cluster, say);
    await checkReach(account, await realpath(await firstExisting(dataDir)), dataDir);
  }
  const first = await mkdir(dataDir, { recursive: true });
  // Undefined: another process made it at the same moment, and sets its mode.
  if (first === undefined) return;
  // Regardless of our umask.
  for (let made = dataDir; made.length >= first.length; made = dirname(made)) {
    await chmod(made, allowedMode());
  }
}

async function firstExisting(path: string): Promise<string> {
  return (await exists(path)) ? path : firstExisting(dirname(path));
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    // Where we may not even look, the caller finds out: making the folder will say why.
    if (['ENOENT', 'EACCES'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}
