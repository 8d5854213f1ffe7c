// `npm run test:fresh [-- --worktree] [--keep]`: does what a stranger does with a fresh clone, and measures it. One command
// to start, one paste to send, Ctrl-C to stop, and a second start that is quick.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createExpectations } from './checks/expectations.ts';
import { freePort } from './checks/free-port.ts';
import { type GatewayRun, startGateway } from './fresh-clone/gateway-run.ts';
import { makeClone, strangerEnvironment } from './fresh-clone/make-clone.ts';
import {
  findCurl,
  installSeconds,
  missingLabels,
  saysHowToSetToken,
  saysItInstalls,
} from './fresh-clone/read-greeting.ts';

const firstReadySeconds = 600;
const secondReadySeconds = 30;

const root = path.resolve(import.meta.dirname, '..');
const options = new Set(process.argv.slice(2));
const { expectThat, conclude } = createExpectations();

const secondsSince = (startedAt: number) => ((performance.now() - startedAt) / 1000).toFixed(1);

async function firstStart(run: GatewayRun, startedAt: number): Promise<void> {
  await run.until(
    'the greeting with its curl command',
    (output) => Boolean(findCurl(output)),
    firstReadySeconds,
  );
  const seconds = secondsSince(startedAt);
  const installed = installSeconds(run.output());
  expectThat('the first start installs', installed !== undefined, `${installed} s`);
  expectThat('the first start gets ready', true, `${seconds} s after npm start`);
  const missing = missingLabels(run.output());
  expectThat(
    'the greeting holds address, dashboard, company and token',
    missing.length === 0,
    missing.join(', '),
  );
  sendWith(findCurl(run.output()) ?? '');
  expectThat('Ctrl-C ends it with exit code 0', (await run.stop('SIGINT', 'everybody')) === 0, lastLine(run));
}

function sendWith(curl: string): void {
  const command = `${curl} --silent --show-error --max-time 30 --write-out '\\n%{http_code}'`;
  const { stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  const status = lines.pop() ?? '';
  expectThat(
    'the printed curl command is answered 2xx',
    /^2\d\d$/.test(status),
    `${status} ${stderr.trim()}`,
  );
  expectThat(
    'the answer holds a message_id',
    /"message_id"\s*:\s*"[^"]+"/.test(lines.join('\n')),
    lines.join(' '),
  );
}

async function secondStart(run: GatewayRun, startedAt: number): Promise<void> {
  await run.until('word about how to set a token', saysHowToSetToken, secondReadySeconds);
  expectThat('the second start gets ready', true, `${secondsSince(startedAt)} s after npm start`);
  expectThat('the second start installs and builds nothing', !saysItInstalls(run.output()));
}

function createCompany(clone: string, environment: NodeJS.ProcessEnv): void {
  const args = ['run', '--silent', 'hudhud', '--', 'company', 'create', '--name', 'X', '--json'];
  const startedAt = performance.now();
  const { stdout, stderr, status } = spawnSync('npm', args, {
    cwd: clone,
    env: environment,
    encoding: 'utf8',
  });
  expectThat(
    'company create ends well',
    status === 0,
    status === 0 ? `${secondsSince(startedAt)} s` : stderr.trim(),
  );
  expectThat(
    'company create prints JSON and nothing else',
    isJsonObject(stdout),
    isJsonObject(stdout) ? '' : stdout,
  );
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

// A gateway that was killed could not stop its PostgreSQL.
function stopLeftDatabase(dataFolder: string): void {
  const pidFile = path.join(dataFolder, 'postgres', 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  try {
    process.kill(pid, 'SIGQUIT');
    console.log(`Stopped the PostgreSQL that was left running (process ${pid}).`);
  } catch {
    // It was gone already and only left its file behind.
  }
}

const lastLine = (run: GatewayRun) => run.output().trimEnd().split('\n').at(-1) ?? '';

const folder = mkdtempSync('/tmp/hudhud-fresh-');
// As root, the embedded PostgreSQL runs as another user, who has to reach its files.
chmodSync(folder, 0o755);
const clone = path.join(folder, 'hudhud');
const environment = {
  ...strangerEnvironment(process.env),
  PORT: String(await freePort()),
  DATA_DIR: path.join(folder, 'data'),
};
const runs: GatewayRun[] = [];
const start = (): GatewayRun => {
  const run = startGateway(clone, environment);
  runs.push(run);
  return run;
};
const killAll = () => {
  for (const run of runs) run.kill();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killAll();
    stopLeftDatabase(environment.DATA_DIR);
    process.exit(1);
  });
}

try {
  makeClone(root, clone, options.has('--worktree'));
  console.log(`Testing ${options.has('--worktree') ? 'the working tree' : 'the last commit'} in ${clone}`);
  await firstStart(start(), performance.now());
  const again = start();
  await secondStart(again, performance.now());
  createCompany(clone, environment);
  expectThat(
    'a supervisor can stop it with SIGTERM',
    (await again.stop('SIGTERM', 'npm')) === 0,
    lastLine(again),
  );
} catch (error) {
  expectThat('everything ran', false, error instanceof Error ? error.message : String(error));
  console.log(runs.at(-1)?.output() ?? '');
} finally {
  killAll();
  stopLeftDatabase(environment.DATA_DIR);
  if (options.has('--keep')) console.log(`Kept in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
conclude('A fresh clone works.');
