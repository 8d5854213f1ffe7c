import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installIfNeeded } from './install-dependencies.mjs';

let root = '';
let npmRuns = 0;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'hudhud-install-'));
  npmRuns = 0;
  writeJson('package.json', { workspaces: ['gateway'], devDependencies: { vite: '8.0.0' } });
  writeJson('gateway/package.json', { name: 'gateway', dependencies: { pg: '8.0.0' } });
  writeJson('package-lock.json', lockfile('8.0.0'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('installIfNeeded', () => {
  test('installs when node_modules is missing', async () => {
    expect(await install()).toBe('installed');
    expect(npmRuns).toBe(1);
  });

  test('does not install twice', async () => {
    await install();
    expect(await install()).toBe('present');
    expect(npmRuns).toBe(1);
  });

  test('installs when the lockfile changed', async () => {
    await install();
    writeJson('package-lock.json', lockfile('8.1.0'));
    expect(await install()).toBe('installed');
  });

  test("installs when a workspace's dependencies changed", async () => {
    await install();
    writeJson('gateway/package.json', { name: 'gateway', dependencies: { pg: '8.0.0', pino: '1.0.0' } });
    expect(await install()).toBe('installed');
  });

  test('does not install when only a script or a version in package.json changed', async () => {
    await install();
    writeJson('gateway/package.json', { name: 'gateway', version: '2.0.0', dependencies: { pg: '8.0.0' } });
    expect(await install()).toBe('present');
  });

  test('takes over a tree that somebody installed by hand from the same lockfile', async () => {
    writeJson('node_modules/.package-lock.json', lockfile('8.0.0'));
    expect(await install()).toBe('adopted');
    expect(await install()).toBe('present');
    expect(npmRuns).toBe(0);
  });

  test('installs when the tree on disk lacks a package of this platform', async () => {
    const wanted = lockfile('8.0.0');
    const native = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
    writeJson('package-lock.json', { packages: { ...wanted.packages, 'node_modules/native': native } });
    writeJson('node_modules/.package-lock.json', wanted);
    expect(await install()).toBe('installed');
  });

  test('does not miss a package of another platform', async () => {
    const wanted = lockfile('8.0.0');
    const foreign = { version: '1.0.0', optional: true, os: ['plan9'], cpu: ['vax'] };
    writeJson('package-lock.json', { packages: { ...wanted.packages, 'node_modules/foreign': foreign } });
    writeJson('node_modules/.package-lock.json', wanted);
    expect(await install()).toBe('adopted');
  });

  test('tries again after a failed installation', async () => {
    const fails = () => Promise.reject(new Error('no network'));
    await expect(installIfNeeded({ root, say: () => {}, runNpmCi: fails })).rejects.toThrow('no network');
    expect(await install()).toBe('installed');
  });

  test('installs once when two starts come at the same moment', async () => {
    const outcomes = await Promise.all([install(100), install(100)]);
    expect(outcomes.sort()).toEqual(['installed', 'present']);
    expect(npmRuns).toBe(1);
    expect(existsSync(path.join(root, 'tmp'))).toBe(false);
  });

  test('costs few milliseconds when there is nothing to do', async () => {
    await install();
    const startedAt = performance.now();
    await install();
    // A few milliseconds alone; the rest is room for a busy machine.
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});

function install(npmTakesMs = 0) {
  const runNpmCi = async () => {
    npmRuns += 1;
    await sleep(npmTakesMs);
    mkdirSync(path.join(root, 'node_modules'), { recursive: true });
    const lock = readFileSync(path.join(root, 'package-lock.json'));
    writeFileSync(path.join(root, 'node_modules/.package-lock.json'), lock);
  };
  return installIfNeeded({ root, say: () => {}, runNpmCi });
}

function lockfile(viteVersion) {
  return {
    packages: {
      '': { devDependencies: { vite: '8.0.0' } },
      gateway: { dependencies: { pg: '8.0.0' } },
      'node_modules/vite': { version: viteVersion, integrity: `sha512-${viteVersion}` },
    },
  };
}

function writeJson(place, value) {
  const file = path.join(root, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}
