// The real thing, as a newcomer meets it: plain Node, an embedded database in an empty folder, one paste.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { credentials } from './support/gateway.ts';
import { makeXlsx } from './support/make-xlsx.ts';
import { gatewayProgram } from './support/programs.ts';
import { openRawRequest, rawHead } from './support/raw-request.ts';
import { sampleFiles } from './support/sample-files.ts';
import { waitUntil } from './support/wait-until.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'hudhud-start-'));
// As root the database runs as another user, who must be able to pass through this folder.
await chmod(folder, 0o755);
const dataDir = join(folder, 'data');

interface Started {
  readonly process: ChildProcess;
  /** The lines that it printed for people. */
  readonly greeting: string;
  stop(): Promise<number | null>;
}

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

/** The gateway never outlives its test, even if the test fails. */
const endWithTest = (child: ChildProcess): void => {
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
};

const spawnGateway = (environment: Record<string, string>): { child: ChildProcess; said: () => string } => {
  let text = '';
  const child = spawn(process.execPath, [gatewayProgram], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithTest(child);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  }
  return { child, said: () => text };
};

const start = async (environment: Record<string, string> = {}): Promise<Started> => {
  const { child, said } = spawnGateway(environment);
  const greeting = await waitUntil(
    'the gateway was ready',
    () => {
      if (child.exitCode !== null) throw new Error(`it ended at once: ${said()}`);
      return said().includes('Press Ctrl-C to stop.') && said();
    },
    30_000,
  );
  return {
    process: child,
    greeting,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
};

/** From `curl` to the last line that a backslash continues. */
const curlLineIn = (greeting: string): string => /^curl (?:.*\\\n)*.*$/m.exec(greeting)?.[0] ?? '';

const tokenIn = (greeting: string): string => /Token +(\S+)/.exec(greeting)?.[1] ?? '';
const companyIn = (greeting: string): string => /Company ID +(\S+)/.exec(greeting)?.[1] ?? '';

const addressIn = (greeting: string): string => /Address +(\S+)/.exec(greeting)?.[1] ?? '';
const ownerSecretIn = (greeting: string): string | null =>
  /^ +http\S+\/invitation#(\S+)$/m.exec(greeting)?.[1] ?? null;

const signUpBy = async (greeting: string, link: string | null): Promise<Response> =>
  await fetch(`${addressIn(greeting)}/api/v1/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Layla Haddad',
      email: 'layla@example.com',
      password: 'violet-harbour-47',
      invitation_token: link,
    }),
  });

describe('the gateway in an empty folder', () => {
  let first = '';

  it('greets with a curl line that works when pasted, and ends with 0 on SIGTERM', async () => {
    const gateway = await start();
    first = gateway.greeting;
    expect(first).toMatch(/Address +http:\/\/127\.0\.0\.1:\d+/);
    expect(first).toMatch(/Dashboard +http:\/\/127\.0\.0\.1:\d+\//);
    const curl = curlLineIn(first).replace(/^curl /, `curl --silent --write-out '\\n%{http_code}' `);
    const { stdout } = await run('bash', ['-c', curl]);
    const [answer, status] = stdout.trim().split('\n');
    expect(status).toMatch(/^20[02]$/);
    expect(JSON.parse(answer ?? '')).toMatchObject({ message_id: expect.stringMatching(/^msg_/) });
    expect(await gateway.stop()).toBe(0);
  }, 180_000);

  it('keeps its secret key for its owner only', async () => {
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);
  });

  it('does not show the token again at the next start, and says how to get a new one', async () => {
    const gateway = await start();
    expect(tokenIn(first)).toMatch(/^hud_/);
    expect(gateway.greeting).not.toContain(tokenIn(first));
    expect(gateway.greeting).toContain(`token set --company ${companyIn(first)}`);
    const address = /Address +(\S+)/.exec(gateway.greeting)?.[1] ?? '';
    const headers = [
      '-H',
      `Authorization: Bearer ${tokenIn(first)}`,
      '-H',
      `X-Company-ID: ${companyIn(first)}`,
    ];
    const { stdout } = await run('curl', ['--silent', ...headers, `${address}/api/v1/messages`]);
    expect(JSON.parse(stdout)).toMatchObject({ data: [{ message: 'Hello from Hudhud' }] });
    expect(await gateway.stop()).toBe(0);
  }, 180_000);

  it('has all that is loaded when it is first needed, also as a built program', async () => {
    const { greeting, stop } = await start();
    const call = (path: string, body?: Buffer, type = 'application/octet-stream') =>
      fetch(`${addressIn(greeting).replace('127.0.0.1', 'localhost')}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          ...credentials(companyIn(first), tokenIn(first)),
          ...(body ? { 'content-type': type } : {}),
        },
        ...(body ? { body: new Uint8Array(body) } : {}),
      });
    const sheet = makeXlsx([
      ['Name', 'Mobile'],
      ['Sara', { number: '966501234561' }],
    ]);
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const imported = await call('/api/v1/contact-imports?file_name=people', sheet, xlsx);
    expect(await imported.json()).toMatchObject({
      format: 'xlsx',
      preview: { rows: [['Sara', '966501234561']] },
    });
    const picture = await call('/api/v1/media', sampleFiles.png);
    expect(await picture.json()).toMatchObject({ mime_type: 'image/png' });
    const passkey = await call('/api/v1/sign-in/passkey/options', Buffer.from('{}'), 'application/json');
    expect(await passkey.json()).toMatchObject({
      options: { challenge: expect.any(String), rpId: 'localhost' },
    });
    expect((await (await call('/docs/reference.js')).text()).length).toBeGreaterThan(500_000);
    expect(await stop()).toBe(0);
  }, 180_000);

  it('lets the owner in by a link, a new one at each start until there is an owner', async () => {
    const gateway = await start();
    expect((await signUpBy(gateway.greeting, ownerSecretIn(first))).status).toBe(422);
    const answer = await signUpBy(gateway.greeting, ownerSecretIn(gateway.greeting));
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      user: { is_operator: true },
      companies: [{ id: companyIn(first), name: 'Demo company', role: 'owner' }],
    });
    expect(await gateway.stop()).toBe(0);
    const again = await start();
    expect(ownerSecretIn(again.greeting)).toBeNull();
    expect(await again.stop()).toBe(0);
  }, 180_000);

  it('ends in bounded time although a client never finishes its request', async () => {
    const gateway = await start({ SHUTDOWN_SECONDS: '1' });
    const address = /Address +(\S+)/.exec(gateway.greeting)?.[1] ?? '';
    const upload = await openRawRequest(address);
    const head = rawHead('POST', '/api/v1/messages/send', {
      authorization: `Bearer ${tokenIn(first)}`,
      'x-company-id': companyIn(first),
      'content-type': 'application/json',
      'content-length': '1000',
    });
    upload.write(`${head}{`);
    const begun = performance.now();
    expect(await gateway.stop()).toBe(0);
    expect(performance.now() - begun, 'in time').toBeLessThan(15_000);
    upload.breakOff();
  }, 180_000);

  it('names all bad settings at once and ends with 2', async () => {
    const { child, said } = spawnGateway({ PORT: '99999', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' });
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(2);
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL'])
      expect(said()).toMatch(new RegExp(`^${name} must`, 'm'));
    expect(said()).toContain('npm run hudhud -- config');
  }, 180_000);
});
