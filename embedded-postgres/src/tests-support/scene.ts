// The stage of the tests: folders that are removed and servers and processes that are ended afterwards, also on
// failure.

import { type ChildProcess, execFile as execFileWithCallback, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type EmbeddedPostgres, type OpenOptions, openEmbeddedPostgres } from '../open.ts';
import { isPostmaster } from '../postmaster.ts';
import type { Report } from './hold.ts';

const execFile = promisify(execFileWithCallback);

/** Makes tests quick: nothing here is about power cuts. */
const quick = { fsync: 'off', shared_buffers: '16MB' };

export interface Helper {
  readonly process: ChildProcess;
  readonly reports: Report[];
  next<K extends Report['kind']>(kind: K): Promise<Extract<Report, { kind: K }>>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export class Scene {
  readonly said: string[] = [];
  private readonly folders: string[] = [];
  private readonly dataDirs = new Set<string>();
  private readonly helpers: Helper[] = [];
  private readonly opened: EmbeddedPostgres[] = [];

  async folder(parent = '/tmp'): Promise<string> {
    const folder = await mkdtemp(join(parent, 'hudhud-test-'));
    this.folders.push(folder);
    return folder;
  }

  removeAtEnd(folder: string): void {
    this.folders.push(folder);
  }

  /** A DATA_DIR that does not exist yet. As root its parent must let the database's user pass. */
  async dataDir(): Promise<string> {
    const parent = await this.folder();
    await chmod(parent, 0o755);
    return join(parent, 'data');
  }

  /** A DATA_DIR in which a gateway ran before: copied, because initdb takes most of a test's time. */
  async usedDataDir(): Promise<string> {
    template ??= makeTemplate();
    const dataDir = await this.dataDir();
    await execFile('cp', ['-a', await template, dataDir]);
    return dataDir;
  }

  async open(options: Partial<OpenOptions> & { dataDir: string }): Promise<EmbeddedPostgres> {
    this.dataDirs.add(options.dataDir);
    const say = (line: string) => void this.said.push(line);
    const database = await openEmbeddedPostgres({ holder: 'gateway', settings: quick, say, ...options });
    this.opened.push(database);
    return database;
  }

  /** The same in another process. */
  hold(options: Partial<OpenOptions> & { dataDir: string }, uid?: number): Helper {
    this.dataDirs.add(options.dataDir);
    const helper = startHelper({ holder: 'gateway', settings: quick, ...options }, uid);
    this.helpers.push(helper);
    return helper;
  }

  async end(): Promise<void> {
    for (const helper of this.helpers) await helper.kill();
    for (const database of this.opened) await database.stop().catch(() => undefined);
    for (const dataDir of this.dataDirs) await killServer(dataDir);
    for (const folder of this.folders) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp('/tmp/hudhud-test-template-');
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  const database = await openEmbeddedPostgres({
    dataDir,
    holder: 'gateway',
    settings: quick,
    say: () => undefined,
  });
  await database.stop();
  return dataDir;
}

/** For afterAll of a file that used usedDataDir. */
export async function removeTemplate(): Promise<void> {
  if (template) await rm(dirname(await template), { recursive: true, force: true });
  template = undefined;
}

function startHelper(options: object, uid: number | undefined): Helper {
  const script = fileURLToPath(new URL('./hold.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const reports: Report[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => reports.push(JSON.parse(line) as Report));
  const exited = once(child, 'exit');
  return {
    process: child,
    reports,
    async next(kind) {
      for (let waited = 0; waited < 30_000; waited += 20) {
        const found = reports.find((report) => report.kind === kind);
        if (found) return found as Extract<Report, { kind: typeof kind }>;
        await sleep(20);
      }
      throw new Error(`the helper never reported ${kind}, only ${JSON.stringify(reports)}`);
    },
    async stop() {
      child.stdin.end();
      await exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export async function serverProcessId(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

export async function isServerRunning(dataDir: string): Promise<boolean> {
  try {
    return await isPostmaster(await serverProcessId(dataDir), join(dataDir, 'postgres'));
  } catch {
    return false;
  }
}

/** Kills the server as the system would when memory runs out, and waits until it is dead. */
export async function killServer(dataDir: string, signal: 'SIGKILL' | 'SIGQUIT' = 'SIGQUIT'): Promise<void> {
  if (!(await isServerRunning(dataDir))) return;
  const processId = await serverProcessId(dataDir);
  process.kill(processId, signal);
  while (await isPostmaster(processId, join(dataDir, 'postgres'))) await sleep(10);
}

export async function query(
  database: Pick<EmbeddedPostgres, 'connection'>,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const client = new Client(database.connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
