// Starts the server under measurement as a child process and makes the requests that are sent to it.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface BenchServer {
  readonly child: ChildProcess;
  readonly host: string;
  readonly port: number;
  readonly companyId: string;
  readonly token: string;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('bench-server.ts', import.meta.url));

export const startServer = async (environment: Readonly<Record<string, string>>): Promise<BenchServer> => {
  const child = fork(program, {
    env: { ...process.env, PORT: '0', REQUESTS_PER_MINUTE: '100000000', ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const hello = await new Promise<{ address: string; companyId: string; token: string }>(
    (resolve, reject) => {
      child.once('message', (message) => resolve(message as never));
      child.once('exit', (code) =>
        reject(new Error(`the bench server ended with code ${code} before it was ready`)),
      );
    },
  );
  const { hostname, port } = new URL(hello.address);
  return {
    child,
    host: hostname,
    port: Number(port),
    companyId: hello.companyId,
    token: hello.token,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
};

/** A thousand different messages, as whole HTTP requests. */
export const makeRequests = (server: BenchServer, path: string): Buffer[] =>
  Array.from({ length: 1000 }, (_, index) => {
    const body = JSON.stringify({
      to: `+96650${1_000_000 + index * 7919}`,
      type: 'text',
      message: `Dear customer, your invoice INV-2026-${100_000 + index} over SAR ${index}.50 is ready. Thank you!`,
      provider: 'meta_cloud',
    });
    return Buffer.from(
      [
        `POST ${path} HTTP/1.1`,
        `Host: ${server.host}:${server.port}`,
        `Authorization: Bearer ${server.token}`,
        `X-Company-ID: ${server.companyId}`,
        'Content-Type: application/json',
        'Prefer: respond-async',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
  });
