// Which program stands behind each npm script.

// Node lets the space of young objects grow to 128 MB and does not give it back. With 32 a message costs the same.
const gatewayNodeArgs = ['--max-semi-space-size=16'];

/** @type {Record<string, { entry?: string, nodeArgs?: string[], args?: string[], env?: Record<string, string>, needsDashboard?: boolean }>} */
export const commands = {
  start: { entry: 'gateway/src/main.ts', nodeArgs: gatewayNodeArgs, needsDashboard: true },
  hudhud: { entry: 'gateway/src/cli.ts' },
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
  screenshots: { entry: 'dashboard/tests/screenshots.ts', needsDashboard: true },
  n8n: { entry: 'scripts/test-n8n.ts' },
  // Only the dashboard build: `npm test` runs it as a step of its own, so that a broken build is counted.
  build: { needsDashboard: true },
};
