// Everything a fault lane makes outside its own process, and its end: gateways, databases and folders are gone
// afterwards, also when the lane failed or the test run was broken off.

import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '@hudhud/embedded-postgres/open.ts';
import { killServer } from '@hudhud/embedded-postgres/tests-support/scene.ts';
import pg from 'pg';
import { inject } from 'vitest';
import { type GatewayProcess, spawnGateway } from './gateway-process.ts';

export interface Stage {
  makeFolder(): Promise<string>;
  /** A DATA_DIR with a database that has its tables, and no company yet. */
  makeDataDir(): Promise<string>;
  /** Any other process: it is killed after the gateways. */
  adopt(child: ChildProcess): void;
  spawnGateway(port: number, settings: Readonly<Record<string, string>>): GatewayProcess;
  openPostgres(dataDir: string, settings?: Record<string, string>): Promise<EmbeddedPostgres>;
  /** Lends a connection to the database in a DATA_DIR, whether or not a gateway runs there. */
  withDatabase<Result>(dataDir: string, work: (client: pg.Client) => Promise<Result>): Promise<Result>;
  atEnd(work: () => Promise<unknown>): void;
  end(): Promise<void>;
}

const say = (): void => undefined;

/** With its owners, which fs.cp forgets. */
const copyFolder = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('cp', ['-a', from, to]);
};

const killAtOnce = (processId: number): void => {
  try {
    process.kill(processId, 'SIGKILL');
  } catch {
    // It had ended by itself.
  }
};

const killServerAtOnce = (dataDir: string): void => {
  try {
    const file = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number(file.split('\n')[0]), 'SIGQUIT');
  } catch {
    // No server runs there.
  }
};

export const createStage = (): Stage => {
  const folders: string[] = [];
  const dataDirs: string[] = [];
  const gateways: GatewayProcess[] = [];
  const adopted: ChildProcess[] = [];
  const opened: EmbeddedPostgres[] = [];
  const lastWorks: (() => Promise<unknown>)[] = [];

  const endAtOnce = (): void => {
    for (const gateway of gateways) if (!gateway.hasExited) killAtOnce(gateway.processId);
    for (const child of adopted) child.kill('SIGKILL');
    for (const dataDir of dataDirs) killServerAtOnce(dataDir);
  };
  process.once('exit', endAtOnce);

  const makeFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'hudhud-faults-'));
    folders.push(folder);
    // As root, the database runs as another user who must be able to pass.
    await chmod(folder, 0o755);
    return folder;
  };

  return {
    makeFolder,
    async makeDataDir() {
      const dataDir = join(await makeFolder(), 'data');
      dataDirs.push(dataDir);
      await copyFolder(inject('usedDataDir'), dataDir);
      return dataDir;
    },
    adopt: (child) => void adopted.push(child),
    spawnGateway(port, settings) {
      const gateway = spawnGateway(port, settings);
      gateways.push(gateway);
      return gateway;
    },
    async openPostgres(dataDir, settings) {
      const postgres = await openEmbeddedPostgres({ dataDir, holder: 'gateway', say, settings });
      opened.push(postgres);
      return postgres;
    },
    async withDatabase(dataDir, work) {
      const postgres = await openEmbeddedPostgres({ dataDir, holder: 'command', say });
      const client = new pg.Client({ ...postgres.connection, application_name: 'fault lane' });
      // A lane may end the server under this connection; the query that was running reports it.
      client.on('error', () => undefined);
      try {
        await client.connect();
        return await work(client);
      } finally {
        await client.end();
        await postgres.stop();
      }
    },
    atEnd(work) {
      lastWorks.push(work);
    },
    async end() {
      for (const gateway of gateways) await gateway.kill();
      for (const child of adopted) {
        if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
      }
      for (const work of lastWorks) await work().catch(() => undefined);
      for (const postgres of opened) await postgres.stop().catch(() => undefined);
      for (const dataDir of dataDirs) await killServer(dataDir);
      for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
      process.removeListener('exit', endAtOnce);
    },
  };
};
