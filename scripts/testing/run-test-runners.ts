// The two test runners, each with a report to count from besides what it shows.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runProcess } from '../checks/run-process.ts';
import { type Counts, countPlaywright, countVitest } from './count-results.ts';
import { namePlaywrightFailures, nameVitestFailures } from './name-failures.ts';
import type { PlaywrightReport, VitestReport } from './reports.ts';

export interface RunnerTask {
  root: string;
  /** An empty folder for the reports. */
  reports: string;
  environment: Record<string, string>;
}

export interface Result {
  counts: Counts;
  /** What failed, a line each. */
  failures: string[];
}

export const browserTestsConfig = 'dashboard/playwright.config.ts';

export async function runVitest({ root, reports, environment }: RunnerTask, args: string[]): Promise<Result> {
  const file = path.join(reports, 'vitest.json');
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
  const report = readReport<VitestReport>(file);
  return { counts: countVitest(report, code), failures: nameVitestFailures(report, root) };
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
  return { counts: countPlaywright(report, code), failures: namePlaywrightFailures(report) };
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
