import { describe, expect, test } from 'vitest';
import { namePlaywrightFailures, nameSteps, nameVitestFailures } from './name-failures.ts';
import type { PlaywrightSuite, VitestReport } from './reports.ts';

const numbers = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
const stats = { expected: 0, unexpected: 1, flaky: 0, skipped: 0 };

const report = (...testResults: VitestReport['testResults']): VitestReport => ({ ...numbers, testResults });

describe('a failure', () => {
  test('is reported by file, name and message in one line, in plain letters', () => {
    const failed = {
      status: 'failed',
      fullName: 'a message is sent',
      failureMessages: ['\u001b[31mError: waited in vain\u001b[39m\n\nuntil noon\n    at somewhere'],
    };
    const passed = { status: 'passed', fullName: 'another', failureMessages: [] };
    const file = { name: '/project/gateway/a.test.ts', status: 'failed', assertionResults: [passed, failed] };
    expect(nameVitestFailures(report(file), '/project')).toEqual([
      'gateway/a.test.ts > a message is sent: Error: waited in vain | until noon',
    ]);
  });

  test('is the file, when it could not be loaded', () => {
    const file = {
      name: '/project/a.test.ts',
      status: 'failed',
      message: 'no such file',
      assertionResults: [],
    };
    expect(nameVitestFailures(report(file), '/project')).toEqual(['a.test.ts: no such file']);
  });

  test('is the runner, when it left no report', () => {
    expect(nameVitestFailures(undefined, '/project')).toEqual(['vitest left no report']);
    expect(namePlaywrightFailures(undefined)).toEqual(['playwright left no report']);
  });

  test('is found in the groups of browser tests too', () => {
    const suite: PlaywrightSuite = {
      specs: [{ file: 'a.spec.ts', title: 'works', ok: true, tests: [] }],
      suites: [
        {
          specs: [
            {
              file: 'a.spec.ts',
              title: 'breaks',
              ok: false,
              tests: [{ results: [{}, { error: { message: 'not visible' } }] }],
            },
          ],
        },
      ],
    };
    expect(namePlaywrightFailures({ stats, suites: [suite], errors: [{ message: 'no browser' }] })).toEqual([
      'a.spec.ts > breaks: not visible',
      'no browser',
    ]);
  });

  test('is the check that did not hold', () => {
    const results = [
      { name: 'format', isOk: true },
      { name: 'types', isOk: false },
    ];
    expect(nameSteps(results)).toEqual(['types']);
  });
});
