import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

// Compilers and npm take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const home = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'hudhud-client-'));
const project = path.join(folder, 'project');
const installed = path.join(project, 'node_modules/hudhud-client');
const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
  });

/** What the compiler says; empty when all is well. */
const compile = (...options: string[]): string => {
  try {
    return execFileSync(
      process.execPath,
      [compiler, '--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2023,dom', ...options, 'use.ts'],
      { cwd: project, encoding: 'utf8', stdio: 'pipe' },
    );
  } catch (error) {
    return (error as { stdout: string }).stdout || String(error);
  }
};

const use = `import { createHudhud, HudhudError, type Message, verifyWebhook } from 'hudhud-client';

const hudhud = createHudhud({ baseUrl: 'http://127.0.0.1:1', companyId: 'co_1', token: 't', retries: 0 });
export const status: 'sent' | 'queued' | 'unconfirmed' = (await hudhud.send({ to: '+1', message: 'x' })).status;
export const first: Message = (await hudhud.messages.list({ status: 'read' }).next()).value!;
for await (const event of hudhud.events()) {
  if (event.event === 'incoming_message') event.data.message_body.trim();
}
export const isKnown = (error: unknown) => error instanceof HudhudError && error.code === 'rate_limited';
export const event = verifyWebhook({ headers: {}, body: '' }, { secret: 'whsec_x' });
// @ts-expect-error a number is no phone number
hudhud.send({ to: 1, message: 'x' });
// @ts-expect-error there is no such status
hudhud.messages.list({ status: 'gone' });
`;

beforeAll(() => {
  const stage = path.join(folder, 'stage');
  mkdirSync(stage);
  for (const file of ['package.json', 'README.md']) cpSync(path.join(home, file), path.join(stage, file));
  execFileSync(process.execPath, [path.join(home, 'scripts/build.mjs'), path.join(stage, 'dist')]);
  const packed = npm(stage, 'pack', '--pack-destination', folder).trim().split('\n').at(-1) ?? '';
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{"name":"empty","private":true,"type":"module"}');
  npm(project, 'install', path.join(folder, packed));
  writeFileSync(path.join(project, 'use.ts'), use);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package, installed into an empty project', () => {
  it('brings nothing with it', () => {
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
    const { packages } = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8')) as {
      packages: object;
    };
    expect(Object.keys(packages)).toEqual(['', 'node_modules/hudhud-client']);
  });

  it.each([
    ['Node', ['--module', 'nodenext']],
    ['a bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ])('compiles as %s resolves it', (_, options) => {
    expect(compile(...options)).toBe('');
  });

  // With the Node that runs npm, which may be older than ours.
  it('runs', () => {
    const script = `import { createHudhud, verifyWebhook } from 'hudhud-client';
      const failure = await createHudhud({ baseUrl: 'http://127.0.0.1:1', companyId: 'c', token: 't', retries: 0 })
        .me().catch((error) => error);
      console.log(failure.name, typeof verifyWebhook);`;
    const args = ['--input-type=module', '--eval', script];
    const node = process.env.npm_node_execpath ?? process.execPath;
    expect(execFileSync(node, args, { cwd: project, encoding: 'utf8' })).toBe(
      'HudhudConnectionError function\n',
    );
  });
});

describe('the folder, installed into another project', () => {
  it('builds itself, and runs', () => {
    const other = path.join(folder, 'other');
    mkdirSync(other);
    writeFileSync(path.join(other, 'package.json'), '{"name":"other","private":true,"type":"module"}');
    const copy = path.join(folder, 'clone');
    for (const part of [
      'package.json',
      'README.md',
      'src',
      'scripts',
      'tsconfig.json',
      'tsconfig.build.json',
    ]) {
      cpSync(path.join(home, part), path.join(copy, 'client', part), { recursive: true });
    }
    // As after `npm ci` in the clone: the compiler is found above the folder.
    symlinkSync(path.join(home, '../node_modules'), path.join(copy, 'node_modules'));
    for (const file of ['tsconfig.json', 'tsconfig.base.json']) {
      if (existsSync(path.join(home, '..', file))) cpSync(path.join(home, '..', file), path.join(copy, file));
    }
    execFileSync('npm', ['install', path.join(copy, 'client'), '--offline', '--no-audit', '--no-fund'], {
      cwd: other,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, INIT_CWD: other },
    });
    const script = `import { createHudhud } from 'hudhud-client'; console.log(typeof createHudhud);`;
    const args = ['--input-type=module', '--eval', script];
    expect(execFileSync(process.execPath, args, { cwd: other, encoding: 'utf8' })).toBe('function\n');
  });
});
