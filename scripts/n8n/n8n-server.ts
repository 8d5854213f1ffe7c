// A running n8n with our package installed as a community package, and its editor's own API.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepOutput } from '../checks/keep-output.ts';
import { packNode } from './pack-node.ts';

export interface N8nServer {
  readonly address: string;
  output(): string;
  /** A call of the editor's API, as its owner; answers `data` of the answer. */
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

export interface N8nServerOptions {
  /** Where n8n is installed. */
  readonly folder: string;
  /** An empty folder for what it keeps. */
  readonly userFolder: string;
  readonly port: number;
  /** The port of the task broker that n8n opens besides. */
  readonly brokerPort: number;
}

const readySeconds = 180;

const environmentOf = ({ userFolder, port, brokerPort }: N8nServerOptions): NodeJS.ProcessEnv => ({
  ...process.env,
  N8N_USER_FOLDER: userFolder,
  N8N_ENCRYPTION_KEY: 'test',
  DB_TYPE: 'sqlite',
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  N8N_HOST: '127.0.0.1',
  N8N_PORT: String(port),
  N8N_PROTOCOL: 'http',
  WEBHOOK_URL: `http://127.0.0.1:${port}/`,
  N8N_RUNNERS_BROKER_PORT: String(brokerPort),
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_HIRING_BANNER_ENABLED: 'false',
  N8N_DYNAMIC_BANNERS_ENABLED: 'false',
  N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
  N8N_VERIFIED_PACKAGES_ENABLED: 'false',
  N8N_DISABLED_MODULES: 'mcp-registry',
  N8N_DISABLE_UI: 'true',
  N8N_SECURE_COOKIE: 'false',
  NO_COLOR: '1',
});

const untilReady = async (address: string, child: ChildProcess, output: () => string): Promise<void> => {
  const isUp = async (route: string, status: number) =>
    (await fetch(`${address}${route}`).catch(() => undefined))?.status === status;
  for (const giveUpAt = performance.now() + readySeconds * 1000; performance.now() < giveUpAt; ) {
    if (child.exitCode !== null) break;
    if ((await isUp('/healthz/readiness', 200)) && (await isUp('/rest/login', 401))) return;
    await sleep(250);
  }
  throw new Error(`n8n did not get ready:\n${output().slice(-4_000)}`);
};

const owner = {
  email: 'owner@example.com',
  firstName: 'Test',
  lastName: 'Owner',
  password: 'Passw0rd-of-tests',
};

export const startN8n = async (options: N8nServerOptions): Promise<N8nServer> => {
  const installed = path.join(options.userFolder, '.n8n/nodes/node_modules/n8n-nodes-hudhud');
  mkdirSync(installed, { recursive: true });
  packNode(installed);
  const child = spawn(process.execPath, [path.join(options.folder, 'node_modules/n8n/bin/n8n'), 'start'], {
    env: environmentOf(options),
    cwd: options.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = keepOutput(child);
  const address = `http://127.0.0.1:${options.port}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await gone;
    clearTimeout(killer);
  };
  let cookie = '';
  const call = async <Answer>(method: string, route: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${address}/rest${route}`, {
      method,
      headers: { 'content-type': 'application/json', 'browser-id': 'test', cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const set = answer.headers.getSetCookie().find((one) => one.startsWith('n8n-auth='));
    if (set) cookie = set.split(';')[0] ?? '';
    const text = await answer.text();
    if (!answer.ok) throw new Error(`n8n answered ${answer.status} to ${method} ${route}: ${text}`);
    return (JSON.parse(text) as { data: Answer }).data;
  };
  try {
    await untilReady(address, child, output);
    await call('POST', '/owner/setup', owner);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, output, call, stop };
};
