// Leftovers of an earlier life: stale and foreign pid files, half-made clusters, lost files, children that live on.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isServerRunning, killServer, query, removeTemplate, Scene } from './tests-support/scene.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let scene: Scene;
let dataDir: string;
beforeEach(async () => {
  scene = new Scene();
  dataDir = await scene.usedDataDir();
});
afterEach(() => scene.end());
afterAll(removeTemplate);

describe('a pid file left behind', () => {
  test('by a killed server does not stop the next start', async () => {
    const helper = scene.hold({ dataDir });
    await helper.next('open');
    await helper.kill();
    await killServer(dataDir, 'SIGKILL');
    expect(await readdir(join(dataDir, 'postgres'))).toContain('postmaster.pid');
    const database = await scene.open({ dataDir });
    expect(database.startedHere).toBe(true);
    expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('with the pid of an unrelated process does not stop the next start, nor harm that process', async () => {
    const helper = scene.hold({ dataDir });
    const { connection } = await helper.next('open');
    await helper.kill();
    await killServer(dataDir, 'SIGKILL');
    // Same user as the database: PostgreSQL believes such a pid and refuses to start.
    const { uid, gid } = await stat(join(dataDir, 'postgres'));
    const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    for (const path of [
      join(dataDir, 'postgres', 'postmaster.pid'),
      join(connection.host, '.s.PGSQL.5432.lock'),
    ]) {
      await writeFile(path, (await readFile(path, 'utf8')).replace(/^\d+/, String(stranger.pid)));
    }
    try {
      const database = await scene.open({ dataDir });
      expect(database.startedHere).toBe(true);
      await database.stop();
      expect(stranger.exitCode).toBeNull();
      expect(stranger.signalCode).toBeNull();
    } finally {
      stranger.kill();
      await once(stranger, 'exit');
    }
  });

  test('empty by a power cut does not stop the next start', async () => {
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
    expect((await scene.open({ dataDir })).startedHere).toBe(true);
  });
});

describe('a start that was killed', () => {
  test('at any moment leaves nothing that the next start trips over', async () => {
    dataDir = await scene.dataDir();
    for (const milliseconds of [150, 300, 500, 800, 1200]) {
      const helper = scene.hold({ dataDir });
      await sleep(milliseconds);
      await helper.kill();
    }
    const database = await scene.open({ dataDir });
    expect(await query(database, 'select current_database() as name')).toEqual([{ name: 'hudhud' }]);
  });

  test('while its server is being born is waited for, not cleared away', async () => {
    dataDir = await scene.dataDir();
    await (await scene.open({ dataDir })).stop();
    for (const milliseconds of [120, 160, 200, 240, 280, 320]) {
      const helper = scene.hold({ dataDir });
      await sleep(milliseconds);
      await helper.kill();
      const database = await scene.open({ dataDir });
      expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
      await database.stop();
    }
  });

  test('in the middle of initdb leaves a folder that the next start clears away', async () => {
    dataDir = await scene.dataDir();
    await mkdir(join(dataDir, 'postgres.new-killed', 'cluster'), { recursive: true, mode: 0o755 });
    await writeFile(join(dataDir, 'postgres.new-killed', 'cluster', 'PG_VERSION'), '18\n');
    await scene.open({ dataDir });
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  });

  test('is not held up for good by children of a killed server', async () => {
    const helper = scene.hold({ dataDir });
    const { connection } = await helper.next('open');
    const rows = await query(
      { connection },
      `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
    );
    await helper.kill();
    const child = Number(rows[0]?.pid);
    // A stopped child does not notice that its server is dead, as one that hangs in a disk write would not.
    process.kill(child, 'SIGSTOP');
    await killServer(dataDir, 'SIGKILL');
    const opening = scene.open({ dataDir });
    // However slow the machine: the child lives until a server has refused to start beside it.
    await vi.waitFor(
      async () =>
        expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain(
          'pre-existing shared memory block',
        ),
      { timeout: 60_000, interval: 100 },
    );
    expect(await isServerRunning(dataDir)).toBe(false);
    process.kill(child, 'SIGKILL');
    expect(await query(await opening, 'select 1 as n')).toEqual([{ n: 1 }]);
  });
});

describe('the folder of the database', () => {
  test('made by another version of PostgreSQL is refused with a sentence', async () => {
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(scene.open({ dataDir })).rejects.toThrow(
      `The database in ${dataDir}/postgres was made by PostgreSQL 17, and this gateway runs PostgreSQL 18.`,
    );
    expect(await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('17\n');
  });

  test('that holds something else is refused and left alone', async () => {
    dataDir = await scene.dataDir();
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'letter.txt'), 'dear');
    await expect(scene.open({ dataDir })).rejects.toThrow('is not a PostgreSQL database. Move it away');
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['letter.txt']);
  });

  test('that is damaged is refused with the reason PostgreSQL gave', async () => {
    await rm(join(dataDir, 'postgres', 'global', 'pg_control'));
    await expect(scene.open({ dataDir })).rejects.toThrow(/did not start: .*pg_control.*postgres\.log/);
  });

  test('without its password file gets a new password and keeps its data', async () => {
    const database = await scene.open({ dataDir });
    await query(database, 'create table kept as select 42 as n');
    await database.stop();
    await rm(join(dataDir, 'postgres.password'));
    const again = await scene.open({ dataDir });
    expect(again.connection.password).not.toBe(database.connection.password);
    expect(await query(again, 'select n from kept')).toEqual([{ n: 42 }]);
  });

  test('does not fill up with the log', async () => {
    const log = join(dataDir, 'postgres.log');
    await truncate(log, 11 * 1024 * 1024);
    await scene.open({ dataDir });
    expect((await stat(log)).size).toBeLessThan(100_000);
    expect((await stat(`${log}.1`)).size).toBe(11 * 1024 * 1024);
  });
});
