// Tests that ran out of time, and bounds on time that did not hold: `expect(milliseconds, 'in time').toBeLessThan(...)`. On a
// machine that others use too this says nothing of what is tested, so their files are run again when all is over. A test that
// found something wrong is not.

import type { VitestReport } from './reports.ts';

type FileReport = VitestReport['testResults'][number];

/** The last one is a test that could not reach its own database: a gateway that cannot does not say it in these words. */
const deadlines = [
  /^(Test|Hook) timed out in/,
  /^After \d+ s it was still not so/,
  /^waited in vain until/,
  /^timeout exceeded when trying to connect/,
];

/** A wrong value never looks like this. */
const isAboutTime = (message: string): boolean =>
  message.startsWith('AssertionError: in time: ') ||
  deadlines.some((deadline) => deadline.test(message.replace(/^Error: /, '')));

const isLate = ({ status, message, assertionResults }: FileReport): boolean => {
  const failed = assertionResults.filter((result) => result.status === 'failed');
  // A file may also run out of time before its first test; then none of its tests has run.
  if (failed.length === 0) return status === 'failed' && isAboutTime(message ?? '');
  return failed.every(({ failureMessages }) => failureMessages.every(isAboutTime));
};

const reportOf = (files: FileReport[]): VitestReport => {
  const count = (...wanted: string[]) =>
    files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => wanted.includes(status))
      .length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending', 'skipped', 'disabled'),
    numTodoTests: count('todo'),
    testResults: files,
  };
};

/** The files all of whose failures are about time, apart from the rest. */
export const splitByTime = (report: VitestReport): { late: VitestReport; rest: VitestReport } => ({
  late: reportOf(report.testResults.filter(isLate)),
  rest: reportOf(report.testResults.filter((file) => !isLate(file))),
});
