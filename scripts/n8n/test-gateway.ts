// A gateway of its own, as a user starts it, with a company that the simulator carries messages for.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepOutput } from '../checks/keep-output.ts';

const root = path.resolve(import.meta.dirname, '../..');
const readySeconds = 60;

export interface GatewayForN8n {
  readonly address: string;
  readonly companyId: string;
  readonly token: string;
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

const createCompany = (environment: NodeJS.ProcessEnv): { id: string; token: string } => {
  const args = [
    path.join(root, 'gateway/dist/program/cli.mjs'),
    'company',
    'create',
    '--name',
    'n8n',
    '--json',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
  });
  const { company_id: id, token } = JSON.parse(stdout || '{}') as { company_id?: string; token?: string };
  if (!id || !token) throw new Error(`no company could be made: ${stdout} ${stderr}`);
  return { id, token };
};

export const startGatewayForN8n = async (dataFolder: string, port: number): Promise<GatewayForN8n> => {
  const environment = {
    ...process.env,
    DATA_DIR: dataFolder,
    PORT: String(port),
    SIMULATOR_CONTROL: 'open',
    // Its own database, not the one that the shell names.
    DATABASE_URL: '',
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, [path.join(root, 'gateway/dist/program/main.mjs')], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = keepOutput(child);
  const address = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  const isReady = async () => (await fetch(`${address}/readyz`).catch(() => undefined))?.ok ?? false;
  const giveUpAt = performance.now() + readySeconds * 1000;
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      await stop();
      throw new Error(`the gateway did not get ready:\n${output()}`);
    }
    await sleep(200);
  }
  const company = createCompany(environment);
  return {
    address,
    companyId: company.id,
    token: company.token,
    async call<Answer>(method: string, route: string, body?: unknown): Promise<Answer> {
      const answer = await fetch(`${address}${route}`, {
        method,
        headers: {
          authorization: `Bearer ${company.token}`,
          'x-company-id': company.id,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`the gateway answered ${answer.status} to ${method} ${route}: ${text}`);
      return JSON.parse(text || 'null') as Answer;
    },
    stop,
  };
};
