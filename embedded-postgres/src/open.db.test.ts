// Which process may use the database: the first gateway, a second one, commands beside and instead of it, and all at
// once.

import { mkdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { restartEmbeddedPostgres } from './restart.ts';
import {
  isServerRunning,
  killServer,
  query,
  removeTemplate,
  Scene,
  serverProcessId,
} from './tests-support/scene.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());
afterAll(removeTemplate);

describe('the first start', () => {
  test('makes a database with our settings, keeps what is written, and stops', async () => {
    const dataDir = await scene.dataDir();
    const database = await scene.open({ dataDir });
    expect(database.startedHere).toBe(true);
    const [facts] = await query(
      database,
      `select current_user as who, current_database() as what, current_setting('server_version_num')::int / 10000 as major,
              current_setting('listen_addresses') as listening, current_setting('data_checksums') as checksums,
              current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as synchronous,
              current_setting('full_page_writes') as full_pages, current_setting('fsync') as fsync,
              current_setting('jit') as jit, current_setting('wal_compression') as compression,
              (select string_agg(distinct auth_method, ',') from pg_hba_file_rules) as auth,
              lower('ÇÖL') as lowered`,
    );
    expect(facts).toEqual({
      who: 'hudhud',
      what: 'hudhud',
      major: 18,
      listening: '',
      checksums: 'on',
      encoding: 'UTF8',
      synchronous: 'on',
      full_pages: 'on',
      fsync: 'off',
      jit: 'off',
      compression: 'pglz',
      auth: 'scram-sha-256',
      lowered: 'çöl',
    });
    await query(database, 'create table kept as select 42 as n');
    await database.stop();
    await database.stop();
    expect(await isServerRunning(dataDir)).toBe(false);

    const again = await scene.open({ dataDir });
    expect(again.startedHere).toBe(true);
    expect(await query(again, 'select n from kept')).toEqual([{ n: 42 }]);
  });

  test('keeps the password and the socket to itself', async () => {
    const dataDir = await scene.dataDir();
    const { connection } = await scene.open({ dataDir });
    const file = join(dataDir, 'postgres.password');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim()).toBe(connection.password);
    expect(Buffer.from(connection.password, 'base64url').length).toBeGreaterThanOrEqual(24);
    expect(connection.host).toBe(join(dataDir, 'postgres-socket'));
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
    await expect(query({ connection: { ...connection, password: 'guess' } }, 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
  });

  test('puts the socket of a long path into a private temporary folder', async () => {
    const dataDir = join(await scene.dataDir(), 'long'.repeat(25));
    const database = await scene.open({ dataDir });
    scene.removeAtEnd(database.connection.host);
    expect(dirname(database.connection.host)).toBe(tmpdir());
    expect(basename(database.connection.host)).toMatch(/^hudhud-[0-9a-f]{16}$/);
    expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700);
    expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('of three gateways at the same moment makes one database and refuses two of them', async () => {
    const dataDir = await scene.dataDir();
    const helpers = [1, 2, 3].map(() => scene.hold({ dataDir }));
    const ends = await Promise.all(
      helpers.map((helper) => Promise.race([helper.next('open'), helper.next('refused')])),
    );
    const winner = helpers.find((helper) => helper.reports.some((report) => report.kind === 'open'));
    expect(ends.map((end) => end.kind).sort()).toEqual(['open', 'refused', 'refused']);
    for (const end of ends) {
      if (end.kind !== 'refused') continue;
      expect(end.message).toBe(
        `Another gateway (process ${winner?.process.pid}) is already running on ${dataDir}. ` +
          `Stop it first, or set DATA_DIR to another folder.`,
      );
    }
  });

  test('refuses a folder whose name a shell would run', async () => {
    const dataDir = join(await scene.dataDir(), 'a$(touch x)b');
    await mkdir(dataDir, { recursive: true });
    await expect(scene.open({ dataDir })).rejects.toThrow('Set DATA_DIR to another folder.');
  });
});

const holders = `select application_name as name from pg_stat_activity where application_name like 'hudhud %'`;

describe('a gateway that holds the database', () => {
  test('is found running by the next one after kill -9, and the server is adopted', async () => {
    const dataDir = await scene.usedDataDir();
    const helper = scene.hold({ dataDir });
    await helper.next('open');
    const before = await serverProcessId(dataDir);
    await helper.kill();
    const database = await scene.open({ dataDir });
    expect(database.startedHere).toBe(false);
    expect(await serverProcessId(dataDir)).toBe(before);
    expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }]);
    await database.stop();
    expect(await isServerRunning(dataDir)).toBe(false);
  });

  test('keeps its place when PostgreSQL restarts under it', async () => {
    const dataDir = await scene.usedDataDir();
    const onLost = vi.fn();
    const database = await scene.open({ dataDir, onLost });
    const before = await serverProcessId(dataDir);
    await restartEmbeddedPostgres(dataDir, 'immediate');
    expect(await serverProcessId(dataDir)).not.toBe(before);
    await vi.waitFor(
      async () => expect(await query(database, holders)).toEqual([{ name: `hudhud gateway ${process.pid}` }]),
      { timeout: 120_000 },
    );
    const second = await scene.hold({ dataDir }).next('refused');
    expect(second.message).toContain(`Another gateway (process ${process.pid})`);
    expect(onLost).not.toHaveBeenCalled();
    await database.stop();
    expect(await isServerRunning(dataDir)).toBe(false);
  });

  test('starts PostgreSQL again when it was killed and stays away', async () => {
    const dataDir = await scene.usedDataDir();
    const database = await scene.open({ dataDir });
    await killServer(dataDir, 'SIGKILL');
    await vi.waitFor(() => expect(scene.said.at(-1)).toContain('was started again'), { timeout: 120_000 });
    expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }]);
    await database.stop();
    expect(await isServerRunning(dataDir)).toBe(false);
  });

  test('waits for a command that took its place while PostgreSQL was away', async () => {
    const dataDir = await scene.usedDataDir();
    const helper = scene.hold({ dataDir });
    const opened = await helper.next('open');
    // Stopped, the helper cannot take its lock back in time.
    helper.process.kill('SIGSTOP');
    await killServer(dataDir);
    const command = await scene.open({ dataDir, holder: 'command' });
    helper.process.kill('SIGCONT');
    await sleep(1_000);
    // The command stops the server that it started; the gateway starts it again and is its holder as before.
    await command.stop();
    await vi.waitFor(
      async () =>
        expect(await query(opened, holders)).toEqual([{ name: `hudhud gateway ${helper.process.pid}` }]),
      { timeout: 120_000 },
    );
    await helper.stop();
  });

  test('is notified when another process took its place', async () => {
    const dataDir = await scene.usedDataDir();
    const helper = scene.hold({ dataDir });
    await helper.next('open');
    // Stopped, the helper cannot take its lock back in time.
    helper.process.kill('SIGSTOP');
    await killServer(dataDir);
    const database = await scene.open({ dataDir });
    helper.process.kill('SIGCONT');
    const lost = await helper.next('lost');
    expect(lost.reason).toContain(`Another gateway (process ${process.pid})`);
    await helper.stop();
    expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }]);
  });
});

describe('a command', () => {
  test('beside a gateway uses its server and leaves it running', async () => {
    const dataDir = await scene.usedDataDir();
    await scene.open({ dataDir });
    const helper = scene.hold({ dataDir, holder: 'command' });
    expect((await helper.next('open')).startedHere).toBe(false);
    await helper.stop();
    expect(await isServerRunning(dataDir)).toBe(true);
  });

  test('alone starts the server and stops it at the end, while a gateway waits and then starts it', async () => {
    const dataDir = await scene.usedDataDir();
    const helper = scene.hold({ dataDir, holder: 'command' });
    expect((await helper.next('open')).startedHere).toBe(true);
    const opening = scene.open({ dataDir });
    await vi.waitFor(() => expect(scene.said.at(-1)).toContain(`a command (process ${helper.process.pid})`), {
      timeout: 120_000,
    });
    const before = await serverProcessId(dataDir);
    await helper.stop();
    const database = await opening;
    expect(database.startedHere).toBe(true);
    expect(await serverProcessId(dataDir)).not.toBe(before);
  });

  test('waits for another command, and gives up with a sentence', async () => {
    const dataDir = await scene.usedDataDir();
    const first = scene.hold({ dataDir, holder: 'command' });
    await first.next('open');
    await expect(scene.open({ dataDir, holder: 'command', waitSeconds: 0.5 })).rejects.toThrow(
      `A command (process ${first.process.pid}) has been using the database in ${dataDir} for more than 0.5 seconds.`,
    );
    const second = scene.hold({ dataDir, holder: 'command' });
    await sleep(300);
    await first.stop();
    expect((await second.next('open')).startedHere).toBe(true);
    await second.stop();
    expect(await isServerRunning(dataDir)).toBe(false);
  });

  test('leaves a server running that a killed gateway left running', async () => {
    const dataDir = await scene.usedDataDir();
    const helper = scene.hold({ dataDir });
    await helper.next('open');
    await helper.kill();
    const database = await scene.open({ dataDir, holder: 'command' });
    expect(database.startedHere).toBe(false);
    await database.stop();
    expect(await isServerRunning(dataDir)).toBe(true);
  });
});
