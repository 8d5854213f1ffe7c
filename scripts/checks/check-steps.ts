// The checks that must pass before the tests are worth running.

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Step } from './run-steps.ts';

export function checkSteps(root: string): Step[] {
  const tool = (name: string) => realpathSync(path.join(root, 'node_modules/.bin', name));
  const types = ['.', 'dashboard', 'n8n-node', 'client']
    .filter((folder) => existsSync(path.join(root, folder, 'tsconfig.json')))
    .map((folder) => ({
      name: folder === '.' ? 'types' : `types of ${folder}`,
      // Several of these run at once. One that shares itself out among four threads reads the same types four times.
      args: [tool('tsc'), '-p', folder, '--checkers', '1'],
    }));
  return [
    { name: 'format and lint', args: [tool('biome'), 'check', '--error-on-warnings', '.'] },
    ...types,
    { name: 'boundaries', args: [path.join(root, 'scripts/check-boundaries.ts')], endsWithSummary: true },
    { name: 'dead code', args: [tool('knip'), '--no-progress'] },
  ];
}
