// `npm run check`: format, lint, types, boundaries and dead code; the part of `npm test` that needs no tests.

import path from 'node:path';
import { checkSteps } from './checks/check-steps.ts';
import { stopTogether } from './checks/run-process.ts';
import { runSteps } from './checks/run-steps.ts';

const root = path.resolve(import.meta.dirname, '..');

stopTogether();
const results = await runSteps(checkSteps(root), root);
const failed = results.filter((result) => !result.isOk);
if (failed.length > 0) {
  console.log(
    `${failed.length} of ${results.length} checks failed: ${failed.map(({ name }) => name).join(', ')}.`,
  );
  process.exitCode = 1;
}
