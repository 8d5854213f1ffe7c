// `npm test`: everything that can be checked, in one command. It goes on after a failure so that all is seen at once,
// and its last line is always `N passed, N failed`. `npm test -- <filter>` runs only the tests whose file matches.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkSteps } from './checks/check-steps.ts';
import { stopTogether } from './checks/run-process.ts';
import { runSteps } from './checks/run-steps.ts';
import { addCounts, countSteps, formatCounts } from './testing/count-results.ts';
import { ensureChromium } from './testing/find-chromium.ts';
import { nameSteps } from './testing/name-failures.ts';
import { browserTestsConfig, type Result, runPlaywright, runVitest } from './testing/run-test-runners.ts';
import { makeTestFolder } from './testing/test-folder.ts';

const root = path.resolve(import.meta.dirname, '..');
/** A gateway or command that is started as a process finds here what another one has compiled: a third of its start. */
const compiled = path.join(root, 'node_modules/.cache/compiled');

const environmentIn = (folder: string) => ({ TMPDIR: folder, NODE_COMPILE_CACHE: compiled });

async function runEverything(folder: string): Promise<Record<string, Result>> {
  const hasBrowserTests = existsSync(path.join(root, browserTestsConfig));
  // Chromium is downloaded while the processor is busy with the checks.
  const [chromium, checks] = await Promise.all([
    hasBrowserTests ? ensureChromium(root) : undefined,
    runSteps(checkSteps(root), root),
  ]);
  const environment = { ...environmentIn(folder), ...(chromium ? { CHROMIUM_PATH: chromium } : {}) };
  const build = await runSteps([{ name: 'builds', args: ['scripts/bootstrap.mjs', 'build'] }], root);
  const tests = await runVitest({ root, reports: folder, environment }, []);
  const steps = [...checks, ...build];
  const all: Record<string, Result> = {
    checks: { counts: countSteps(steps), failures: nameSteps(steps), secondTries: [] },
    tests,
  };
  if (hasBrowserTests) {
    const missing = {
      counts: { passed: 0, failed: 1, skipped: 0 },
      failures: ['there is no Chromium'],
      secondTries: [],
    };
    all['browser tests'] = chromium ? await runPlaywright({ root, reports: folder, environment }) : missing;
  }
  return all;
}

stopTogether();
const folder = makeTestFolder();
const filter = process.argv.slice(2);
const results: Record<string, Result> =
  filter.length > 0
    ? { tests: await runVitest({ root, reports: folder, environment: environmentIn(folder) }, filter) }
    : await runEverything(folder);

const all = Object.values(results);
const total = addCounts(all.map(({ counts }) => counts));
console.log();
for (const line of all.flatMap(({ secondTries }) => secondTries)) console.log(`run again: ${line}`);
for (const line of all.flatMap(({ failures }) => failures)) console.log(`failed: ${line}`);
for (const [name, { counts }] of Object.entries(results)) console.log(`${name}: ${formatCounts(counts)}`);
console.log(formatCounts(total));
process.exitCode = total.failed > 0 ? 1 : 0;
