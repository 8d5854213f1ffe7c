import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildDashboardIfStale } from './build-dashboard.mjs';

let root = '';
let builds = 0;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'hudhud-dashboard-'));
  builds = 0;
  write('dashboard/index.html', '<html>');
  write('dashboard/src/main.tsx', 'render()');
  write('contract/src/errors.ts', 'export {}');
  write('package-lock.json', '{}');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('buildDashboardIfStale', () => {
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
    await expect(
      buildDashboardIfStale({ root, node: 'node', say: () => {}, runVite: fails }),
    ).rejects.toThrow();
    expect(await build()).toBe('built');
  });

  test('does nothing when there is no dashboard', async () => {
    rmSync(path.join(root, 'dashboard/index.html'));
    await build();
    expect(builds).toBe(0);
  });
});

function build() {
  const runVite = async () => {
    builds += 1;
    mkdirSync(path.join(root, 'dashboard/dist'), { recursive: true });
  };
  return buildDashboardIfStale({ root, node: 'node', say: () => {}, runVite });
}

function write(place, text) {
  const file = path.join(root, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
