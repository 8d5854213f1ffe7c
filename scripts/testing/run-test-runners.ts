// The two test runners, each with a report to count from besides what it shows.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runProcess } from '../checks/run-process.ts';
import { addCounts, type Counts, countPlaywright, countVitest } from './count-results.ts';
import { namePlaywrightFailures, nameSecondTries, nameVitestFailures } from './name-failures.ts';
import { splitByTime } from './out-of-time.ts';
import type { PlaywrightReport, VitestReport } from './reports.ts';

export interface RunnerTask {
  root: string;
  /** An empty folder for the reports. */
  reports: string;
  environment: Record<string, string>;
}

export interface Result {
  counts: Counts;
  /** The failures, a line each. */
  failures: string[];
  /** Tests that failed for lack of time and were run again, a line each. */
  secondTries: string[];
}

export const browserTestsConfig = 'dashboard/playwright.config.ts';

interface VitestRun {
  report: VitestReport | undefined;
  code: number;
}

async function runVitestOnce({ root, reports, environment }: RunnerTask, args: string[]): Promise<VitestRun> {
  const file = path.join(reports, 'vitest.json');
  rmSync(file, { force: true });
  const { code } = await runProcess({
    args: [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...args,
    ],
    cwd: root,
    env: environment,
    output: 'show',
  });
  return { report: readReport<VitestReport>(file), code };
}

/** Files that ran out of time are run again, up to `triesLeft` times. */
export async function runVitest(task: RunnerTask, args: string[], triesLeft = 2): Promise<Result> {
  const { report, code } = await runVitestOnce(task, args);
  const parts = report && splitByTime(report);
  if (!parts || parts.late.testResults.length === 0 || triesLeft === 0) {
    const failures = nameVitestFailures(report, task.root);
    return { counts: countVitest(report, code), failures, secondTries: [] };
  }
  const lateFiles = parts.late.testResults.map(({ name }) => name);
  const again = await runVitest(task, ['--no-file-parallelism', ...lateFiles], triesLeft - 1);
  return {
    counts: addCounts([countVitest(parts.rest, 0), again.counts]),
    failures: [...nameVitestFailures(parts.rest, task.root), ...again.failures],
    secondTries: [...nameVitestFailures(parts.late, task.root), ...again.secondTries],
  };
}

export async function runPlaywright({ root, reports, environment }: RunnerTask): Promise<Result> {
  const file = path.join(reports, 'playwright.json');
  const { code } = await runProcess({
    args: [
      path.join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      `--config=${browserTestsConfig}`,
      '--reporter=line,json',
    ],
    cwd: root,
    env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    output: 'show',
  });
  const report = readReport<PlaywrightReport>(file);
  return {
    counts: countPlaywright(report, code),
    failures: namePlaywrightFailures(report),
    secondTries: nameSecondTries(report),
  };
}

/** A report that is missing or cut short is no report: its runner crashed. */
function readReport<Report>(file: string): Report | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
