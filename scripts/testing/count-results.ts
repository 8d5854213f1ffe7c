// Adds up what the test runners reported. A runner that broke down must never look like a runner without failures.

import type { PlaywrightReport, VitestReport } from './reports.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export function countVitest(report: VitestReport | undefined, exitCode: number): Counts {
  if (!report) return brokenRunner();
  // A file that could not be loaded has no tests to count, only its own failure.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return honest(exitCode, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

export function countPlaywright(report: PlaywrightReport | undefined, exitCode: number): Counts {
  if (!report) return brokenRunner();
  const { expected, flaky, unexpected, skipped } = report.stats;
  return honest(exitCode, { passed: expected + flaky, failed: unexpected + report.errors.length, skipped });
}

export function countSteps(results: { isOk: boolean }[]): Counts {
  const passed = results.filter((result) => result.isOk).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

export function addCounts(all: Counts[]): Counts {
  return all.reduce(
    (sum, counts) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + counts.failed,
      skipped: sum.skipped + counts.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const brokenRunner = (): Counts => ({ passed: 0, failed: 1, skipped: 0 });

// A runner may end in an error with no failed test: an error outside of all tests, a set-up that broke, nothing found.
function honest(exitCode: number, counts: Counts): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
