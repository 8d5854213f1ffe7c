// Which program stands behind each npm script.

// Node lets the space of young objects grow to 128 MB and does not give it back. With 32 a message costs the same.
// Old objects may grow to 1.7 times of what their last collection left: 50 MB less under load, for 2 % of the processor time.
// Garbage is given back in quiet moments (gateway/src/platform/give-memory-back.ts).
const gatewayNodeArgs = ['--max-semi-space-size=16', '--expose-gc', '--heap-growing-percent=70'];

// The memory allocator of Linux keeps an arena for each thread, with room in it that no other thread can use.
const gatewayEnvironment = { MALLOC_ARENA_MAX: '1' };

/** @type {Record<string, { entry?: string, nodeArgs?: string[], args?: string[], env?: Record<string, string>, needs?: ('dashboard' | 'gateway')[] }>} */
export const commands = {
  start: {
    entry: 'gateway/dist/program/main.mjs',
    nodeArgs: gatewayNodeArgs,
    env: gatewayEnvironment,
    needs: ['gateway', 'dashboard'],
  },
  hudhud: { entry: 'gateway/dist/program/cli.mjs', needs: ['gateway'] },
  test: { entry: 'scripts/test.ts' },
  'test-quick': { entry: 'scripts/test-quick.ts' },
  check: { entry: 'scripts/check.ts' },
  bench: { entry: 'gateway/bench/main.ts' },
  faults: {
    entry: 'node_modules/vitest/vitest.mjs',
    args: ['run', '--project', 'faults-short'],
    env: { FAULTS_LONG: '1' },
  },
  fresh: { entry: 'scripts/test-fresh-clone.ts' },
  screenshots: { entry: 'dashboard/tests/screenshots.ts', needs: ['gateway', 'dashboard'] },
  n8n: { entry: 'scripts/test-n8n.ts', needs: ['gateway'] },
  // Only the builds: `npm test` runs them as a step of their own, so that a broken one is counted.
  build: { needs: ['gateway', 'dashboard'] },
  'build-gateway': { needs: ['gateway'] },
};
