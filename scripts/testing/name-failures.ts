// Names what failed, in a few lines: an hour of output may stand between a failure and the end of the run, and of a run
// elsewhere often only the end is kept.

import path from 'node:path';
import type { PlaywrightReport, PlaywrightSuite, VitestReport } from './reports.ts';

const lengthMax = 1_000;

/** The message as one line, without the stack and the colours of a terminal. */
function inOneLine(message: string | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours begin with one.
  const plain = (message ?? '').replace(/\u001b\[[0-9;]*m/g, '');
  const lines = plain.split('\n').map((line) => line.trim());
  const stack = lines.findIndex((line) => line.startsWith('at '));
  const said = (stack < 0 ? lines : lines.slice(0, stack)).filter((line) => line !== '');
  return said.join(' | ').slice(0, lengthMax) || 'no message';
}

export function nameVitestFailures(report: VitestReport | undefined, root: string): string[] {
  if (!report) return ['vitest left no report'];
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status !== 'failed') return [];
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return [`${file}: ${inOneLine(message)}`];
    return failed.map((test) => `${file} > ${test.fullName}: ${inOneLine(test.failureMessages[0])}`);
  });
}

type Spec = PlaywrightSuite['specs'][number];

const nameInSuite = ({ specs, suites }: PlaywrightSuite, isNamed: (spec: Spec) => boolean): string[] => [
  ...specs.filter(isNamed).map(({ file, title, tests }) => {
    const failed = tests.flatMap((test) => test.results).find((result) => result.error);
    return `${file} > ${title}: ${inOneLine(failed?.error?.message)}`;
  }),
  ...(suites ?? []).flatMap((suite) => nameInSuite(suite, isNamed)),
];

export function namePlaywrightFailures(report: PlaywrightReport | undefined): string[] {
  if (!report) return ['playwright left no report'];
  const failures = report.suites.flatMap((suite) => nameInSuite(suite, ({ ok }) => !ok));
  return [...failures, ...report.errors.map(({ message }) => inOneLine(message))];
}

/** Names the tests that passed only at the second try. */
export function nameSecondTries(report: PlaywrightReport | undefined): string[] {
  const isFlaky = ({ tests }: Spec) => tests.some(({ status }) => status === 'flaky');
  return (report?.suites ?? []).flatMap((suite) => nameInSuite(suite, isFlaky));
}

export function nameSteps(results: { name: string; isOk: boolean }[]): string[] {
  return results.filter(({ isOk }) => !isOk).map(({ name }) => name);
}
