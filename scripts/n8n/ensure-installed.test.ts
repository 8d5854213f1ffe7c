import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureInstalled } from './ensure-installed.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hudhud-recipe-'));
  said = [];
  // No server listens there, and nothing was fetched before.
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/');
  vi.stubEnv('npm_config_cache', path.join(folder, 'cache'));
  vi.stubEnv('npm_config_fetch_retries', '0');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const task = (dependencies: object, finish?: () => Promise<void>) => {
  const recipe = path.join(folder, 'recipe');
  mkdirSync(recipe, { recursive: true });
  writeFileSync(
    path.join(recipe, 'package.json'),
    JSON.stringify({ name: 'recipe', private: true, dependencies }),
  );
  return {
    recipe,
    folder: path.join(folder, 'installed'),
    say: (line: string) => said.push(line),
    ...(finish && { finish }),
  };
};

describe('the tools of n8n', () => {
  it('are installed once', async () => {
    const finish = vi.fn(async () => undefined);
    const first = await ensureInstalled(task({}, finish));
    const second = await ensureInstalled(task({}, finish));
    expect([first, second]).toEqual(Array(2).fill({ folder: path.join(folder, 'installed') }));
    expect(finish).toHaveBeenCalledOnce();
    expect(said).toHaveLength(1);
  });

  it('are installed once by two that ask at the same moment', async () => {
    const finish = vi.fn(async () => undefined);
    await Promise.all([ensureInstalled(task({}, finish)), ensureInstalled(task({}, finish))]);
    expect(finish).toHaveBeenCalledOnce();
  });

  it('are missing without a registry, which is said and not thrown', async () => {
    const outcome = await ensureInstalled(task({ 'left-pad': '1.3.0' }));
    expect(outcome).toEqual({ unreachable: expect.stringContaining('registry could not be reached') });
  });

  it('are not taken for installed when their last step fails', async () => {
    const breaks = task({}, () => Promise.reject(new Error('no compiler')));
    await expect(ensureInstalled(breaks)).rejects.toThrow('no compiler');
    await expect(ensureInstalled(breaks)).rejects.toThrow('no compiler');
  });
});
