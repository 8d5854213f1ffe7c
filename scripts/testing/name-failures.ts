// Names what failed, in a few lines: an hour of output may stand between a failure and the end of the run, and of a run
// elsewhere often only the end is kept.

import path from 'node:path';
import type { PlaywrightReport, PlaywrightSuite, VitestReport } from './reports.ts';

const lengthMax = 300;

/** One line of it: the first that says something, without the colours of a terminal. */
function firstLine(message: string | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours begin with one.
  const plain = (message ?? '').replace(/\u001b\[[0-9;]*m/g, '');
  const line = plain.split('\n').find((text) => text.trim() !== '') ?? 'no message';
  return line.trim().slice(0, lengthMax);
}

export function nameVitestFailures(report: VitestReport | undefined, root: string): string[] {
  if (!report) return ['vitest left no report'];
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status !== 'failed') return [];
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return [`${file}: ${firstLine(message)}`];
    return failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
}

const nameInSuite = ({ specs, suites }: PlaywrightSuite): string[] => [
  ...specs
    .filter((spec) => !spec.ok)
    .map(({ file, title, tests }) => {
      const failed = tests.flatMap((test) => test.results).find((result) => result.error);
      return `${file} > ${title}: ${firstLine(failed?.error?.message)}`;
    }),
  ...(suites ?? []).flatMap(nameInSuite),
];

export function namePlaywrightFailures(report: PlaywrightReport | undefined): string[] {
  if (!report) return ['playwright left no report'];
  return [...report.suites.flatMap(nameInSuite), ...report.errors.map(({ message }) => firstLine(message))];
}

export function nameSteps(results: { name: string; isOk: boolean }[]): string[] {
  return results.filter(({ isOk }) => !isOk).map(({ name }) => name);
}
