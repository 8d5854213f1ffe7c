import { describe, expect, test } from 'vitest';
import { addCounts, countPlaywright, countSteps, countVitest, formatCounts } from './count-results.ts';
import type { VitestReport } from './reports.ts';

function vitestReport(change: Partial<VitestReport> = {}): VitestReport {
  return {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...change,
  };
}

const failedFile = (...tests: string[]): VitestReport['testResults'][number] => ({
  name: '/project/a.test.ts',
  status: 'failed',
  assertionResults: tests.map((status) => ({ status, fullName: 'a thing works', failureMessages: [] })),
});

describe('countVitest', () => {
  test('takes the numbers of the report', () => {
    const report = vitestReport({ numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 });
    expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 2, skipped: 2 });
  });

  test('counts a file that could not be loaded as failed', () => {
    const report = vitestReport({ testResults: [failedFile()] });
    expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  test('counts a file whose hook broke after its tests passed as failed', () => {
    const report = vitestReport({ testResults: [failedFile('passed')] });
    expect(countVitest(report, 1).failed).toBe(1);
  });

  test('does not count the file of a failed test once more', () => {
    const report = vitestReport({ numFailedTests: 1, testResults: [failedFile('failed')] });
    expect(countVitest(report, 1).failed).toBe(1);
  });

  test('counts at least one failure when the runner says so by its exit code alone', () => {
    expect(countVitest(vitestReport(), 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  test('counts a runner that left no report as failed, whatever its exit code', () => {
    expect(countVitest(undefined, 0).failed).toBe(1);
  });
});

describe('countPlaywright', () => {
  const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 };

  test('counts a test that passed at the second try as passed', () => {
    const report = { stats: { ...stats, flaky: 1, unexpected: 2, skipped: 3 }, suites: [], errors: [] };
    expect(countPlaywright(report, 1)).toEqual({ passed: 5, failed: 2, skipped: 3 });
  });

  test('counts errors outside of tests as failed', () => {
    expect(countPlaywright({ stats, suites: [], errors: [{ message: 'no browser' }] }, 1).failed).toBe(1);
  });

  test('counts a runner that left no report as failed', () => {
    expect(countPlaywright(undefined, 0).failed).toBe(1);
  });
});

describe('the last line', () => {
  test('counts each check step as one', () => {
    expect(countSteps([{ isOk: true }, { isOk: false }, { isOk: true }])).toEqual({
      passed: 2,
      failed: 1,
      skipped: 0,
    });
  });

  test('adds everything up', () => {
    const all = [countSteps([{ isOk: true }]), countVitest(vitestReport({ numPendingTests: 1 }), 0)];
    expect(formatCounts(addCounts(all))).toBe('4 passed, 0 failed, 1 skipped');
  });

  test('is plain when nothing was skipped', () => {
    expect(formatCounts({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
  });
});
