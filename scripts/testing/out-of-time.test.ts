import { expect, test } from 'vitest';
import { splitByTime } from './out-of-time.ts';

const passed = { status: 'passed', fullName: 'a', failureMessages: [] as string[] };
const failed = (...failureMessages: string[]) => ({ status: 'failed', fullName: 'b', failureMessages });
const file = (name: string, ...assertionResults: (typeof passed)[]) => ({
  name,
  status: 'failed',
  message: '',
  assertionResults,
});

const split = (...files: ReturnType<typeof file>[]) => {
  const counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  const { late, rest } = splitByTime({ ...counts, testResults: files });
  return { late: late.testResults.map(({ name }) => name), rest: rest.testResults.map(({ name }) => name) };
};

test.each([
  'Error: Test timed out in 180000ms.\nIf this is a long-running test',
  'Error: After 120 s it was still not so: the gateway is ready\n    at waitUntil',
  'Error: waited in vain until the message is read',
  'AssertionError: in time: expected 1948 to be less than 1000',
])('a file is late when all that failed in it is about time: %s', (message) => {
  expect(split(file('one', passed, failed(message)))).toEqual({ late: ['one'], rest: [] });
});

test('a file is late when it was late before its first test', () => {
  const message = 'timeout exceeded when trying to connect';
  expect(split({ ...file('one'), message })).toEqual({ late: ['one'], rest: [] });
});

test.each([
  ['a wrong value', file('one', failed('AssertionError: expected 1 to be 2'))],
  [
    'a wrong value beside it',
    file('one', failed('Error: Test timed out in 5ms.'), failed('AssertionError: no')),
  ],
  ['words about time in a value', file('one', failed("AssertionError: expected 'Test timed out in 5ms'"))],
  ['nothing that failed', file('one', passed)],
  ['a file that could not be loaded', { ...file('one'), message: 'Cannot find module' }],
])('it is not with %s', (_name, given) => {
  expect(split(given)).toEqual({ late: [], rest: ['one'] });
});

test('each part is counted for itself', () => {
  const counts = { numPassedTests: 2, numFailedTests: 2, numPendingTests: 0, numTodoTests: 0 };
  const { late, rest } = splitByTime({
    ...counts,
    testResults: [
      file('one', passed, failed('Error: Test timed out in 5ms.')),
      file('two', passed, failed('Error: no')),
    ],
  });
  expect(late).toMatchObject({ numPassedTests: 1, numFailedTests: 1 });
  expect(rest).toMatchObject({ numPassedTests: 1, numFailedTests: 1 });
});
