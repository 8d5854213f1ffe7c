import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildIfStale, parts } from './build-parts.mjs';

let root = '';
let builds = 0;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'hudhud-dashboard-'));
  builds = 0;
  write('dashboard/vite.config.ts', 'export default {}');
  write('gateway/vite.config.ts', 'export default {}');
  write('dashboard/src/main.tsx', 'render()');
  write('contract/src/errors.ts', 'export {}');
  write('package-lock.json', '{}');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('buildIfStale', () => {
  test('builds once for the same sources', async () => {
    expect(await build()).toBe('built');
    expect(await build()).toBe('present');
    expect(builds).toBe(1);
  });

  test.each([
    'dashboard/src/pages/home.tsx',
    'dashboard/public/icon.svg',
    'contract/src/errors.ts',
    'package-lock.json',
  ])('builds again when %s changed', async (place) => {
    await build();
    write(place, 'changed');
    expect(await build()).toBe('built');
  });

  test('builds again when the output was deleted', async () => {
    await build();
    rmSync(path.join(root, 'dashboard/dist'), { recursive: true });
    expect(await build()).toBe('built');
  });

  test('builds again after a failed build', async () => {
    const fails = () => Promise.reject(new Error('syntax error'));
    const task = { root, node: 'node', say: () => {}, runVite: fails };
    await expect(buildIfStale(parts.dashboard, task)).rejects.toThrow();
    expect(await build()).toBe('built');
  });

  test('does nothing when the part is not there', async () => {
    rmSync(path.join(root, 'dashboard/vite.config.ts'));
    await build();
    expect(builds).toBe(0);
  });

  test.each(['gateway/src/main.ts', 'simulator/src/open.ts', 'contract/src/errors.ts'])(
    'builds the gateway again when %s changed, and the dashboard only for what both share',
    async (place) => {
      await Promise.all([build(), build(parts.gateway)]);
      write(place, 'changed');
      expect(await build(parts.gateway)).toBe('built');
      expect(await build()).toBe(place.startsWith('contract') ? 'built' : 'present');
    },
  );

  test('a changed test is no reason to build', async () => {
    await build(parts.gateway);
    write('gateway/src/main.test.ts', 'changed');
    expect(await build(parts.gateway)).toBe('present');
  });
});

function build(part = parts.dashboard) {
  const runVite = async ({ folder, output }) => {
    builds += 1;
    mkdirSync(path.join(root, folder, output), { recursive: true });
  };
  return buildIfStale(part, { root, node: 'node', say: () => {}, runVite });
}

function write(place, text) {
  const file = path.join(root, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
