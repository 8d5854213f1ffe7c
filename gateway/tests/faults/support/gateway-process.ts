// The real gateway as a process of its own, so that it can be killed like one.

import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gatewayProgram } from '../../support/programs.ts';
import type { Credentials } from './send-once.ts';
import { waitUntil } from './wait-until.ts';

export interface GatewayProcess {
  readonly child: ChildProcess;
  readonly processId: number;
  readonly address: string;
  /** The last of what it wrote, both streams together. */
  output(): string;
  /** Resolves when it listens; rejects with its words when it ended instead. */
  ready(): Promise<void>;
  /** The company of an embedded gateway's very first start. */
  firstCredentials(): Credentials;
  readonly hasExited: boolean;
  /** The exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>;
  kill(): Promise<void>;
  /** SIGTERM, and how it ended. Fails when it does not end in time. */
  terminate(secondsMax: number): Promise<{ exitCode: number | string; seconds: number }>;
}

/** Starts cost seconds of compiling; a gateway that ends in order leaves the result here for all later ones. */
const compileCache = fileURLToPath(new URL('../../../../node_modules/.cache/compiled', import.meta.url));
const readySecondsMax = 60;
const outputCharactersMax = 100_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * Below the ports that Linux gives to outgoing connections: one of those could take the port of a gateway while it is down.
 */
export const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
};

export const spawnGateway = (port: number, settings: Readonly<Record<string, string>>): GatewayProcess => {
  const child = spawn(process.execPath, [gatewayProgram], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: String(port),
      REQUESTS_PER_MINUTE: '100000000',
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: compileCache,
      ...settings,
    },
  });
  let greeting = '';
  let output = '';
  let isReady = false;
  let ending: number | string | null = null;
  const read = (chunk: Buffer): void => {
    output = (output + chunk).slice(-outputCharactersMax);
    if (isReady) return;
    greeting += chunk;
    // The last line of the greeting: what stands before it has been read whole.
    isReady = greeting.includes('Press Ctrl-C to stop.');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const exited = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      ending = code ?? signal ?? 'gone';
      resolve(ending);
    });
  });
  return {
    child,
    processId: child.pid ?? 0,
    address: `http://127.0.0.1:${port}`,
    output: () => output,
    async ready() {
      await waitUntil('the gateway is ready', () => isReady || ending !== null, readySecondsMax);
      if (!isReady) throw new Error(`The gateway ended with ${ending} instead of starting:\n${output}`);
    },
    firstCredentials() {
      const companyId = /Company ID +(\S+)/.exec(greeting)?.[1];
      const token = /Token +(\S+)/.exec(greeting)?.[1];
      if (!companyId || !token) throw new Error(`The greeting names no company and token:\n${greeting}`);
      return { companyId, token };
    },
    get hasExited() {
      return ending !== null;
    },
    exited,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async terminate(secondsMax) {
      const signalledAt = performance.now();
      child.kill('SIGTERM');
      await waitUntil('the gateway has ended', () => ending !== null, secondsMax).catch((error: Error) => {
        throw new Error(`${error.message}\n${output}`);
      });
      const seconds = Math.round((performance.now() - signalledAt) / 100) / 10;
      return { exitCode: await exited, seconds };
    },
  };
};
