// Starts a gateway of its own for the journeys, with an empty database and an owner of the demo company, and stops it
// afterwards. To run them against a gateway that is already there, give HUDHUD_URL, HUDHUD_COMPANY_ID, HUDHUD_TOKEN,
// HUDHUD_DATA_DIR and HUDHUD_SESSION, which is the value of an owner's session cookie.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signUpByApi } from './people.ts';

const repository = join(import.meta.dirname, '../..');
/** Seconds where the machine has time. */
const startTimeoutMilliseconds = 150_000;
const stopTimeoutMilliseconds = 15_000;

export default async function startGateway(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.HUDHUD_URL) return undefined;
  const { url, dataFolder, greeting, stop } = await launchGateway();
  try {
    process.env.HUDHUD_URL = url;
    process.env.HUDHUD_COMPANY_ID = greeting.companyId;
    process.env.HUDHUD_TOKEN = greeting.token;
    process.env.HUDHUD_DATA_DIR = dataFolder;
    process.env.HUDHUD_SESSION = await signUpByApi(url, {
      name: 'Layla Haddad',
      email: 'layla@example.com',
      invitation_token: greeting.invitation,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

export interface LaunchedGateway {
  readonly url: string;
  readonly dataFolder: string;
  readonly greeting: Greeting;
  readonly stop: () => Promise<void>;
}

/** A gateway with an empty database, and settings of its own where a journey needs them. */
export async function launchGateway(settings: Record<string, string> = {}): Promise<LaunchedGateway> {
  await access(join(repository, 'dashboard/dist/index.html')).catch(() => {
    throw new Error('dashboard/dist is missing. Build it first: npm run build -w dashboard');
  });
  const dataFolder = await mkdtemp(join(tmpdir(), 'hudhud-dashboard-'));
  // Run as root, the gateway gives its database a user of its own, who must be able to enter.
  await chmod(dataFolder, 0o755);
  const port = await freePort();
  const gateway = spawn(join(repository, 'node_modules/.bin/node'), ['gateway/dist/program/main.mjs'], {
    cwd: repository,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataFolder,
      LOG_LEVEL: 'warn',
      // The journeys receive webhooks on this very machine.
      WEBHOOK_ALLOWED_NETWORKS: 'loopback',
      // They sign up and in more often than any honest address would.
      SIGN_IN_TRIES_PER_ADDRESS: '100000',
      REFUSALS_PER_MINUTE: '100000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    await stopProcess(gateway);
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    const greeting = await readGreeting(gateway);
    // A host name, because passkeys are bound to one.
    return { url: `http://localhost:${port}`, dataFolder, greeting, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface Greeting {
  readonly companyId: string;
  readonly token: string;
  /** The secret part of the link for the first owner. */
  readonly invitation: string;
}

/** The first start prints the company id, the token and a link for its owner, and never again. */
function readGreeting(gateway: ChildProcess): Promise<Greeting> {
  const greeting = Promise.withResolvers<Greeting>();
  let printed = '';
  const listen = (chunk: Buffer) => {
    printed += chunk.toString();
    const companyId = /Company ID\s+(co_\w+)/.exec(printed)?.[1];
    const token = /Token\s+(\S+)/.exec(printed)?.[1];
    const invitation = /\/invitation#(\S+)\s/.exec(printed)?.[1];
    if (companyId && token && invitation) greeting.resolve({ companyId, token, invitation });
  };
  gateway.stdout?.on('data', listen);
  gateway.stderr?.on('data', listen);
  gateway.once('exit', (code) => greeting.reject(new Error(`The gateway ended with ${code}.\n${printed}`)));
  const timer = setTimeout(
    () => greeting.reject(new Error(`The gateway did not greet in time.\n${printed}`)),
    startTimeoutMilliseconds,
  );
  return greeting.promise.finally(() => clearTimeout(timer));
}

async function stopProcess(gateway: ChildProcess): Promise<void> {
  if (gateway.exitCode !== null || gateway.signalCode !== null) return;
  const ended = once(gateway, 'exit');
  gateway.kill('SIGTERM');
  const timer = setTimeout(() => gateway.kill('SIGKILL'), stopTimeoutMilliseconds);
  await ended;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}
