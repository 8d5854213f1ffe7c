import { describe, expect, test } from 'vitest';
import { findForeignRule, findRule } from './find-rule.ts';

const error = (code: number, subcode: number | null = null) => ({ code, subcode });

describe('a code that the playbook does not list', () => {
  test.each([200, 210, 299])('%i is a missing permission', (code) => {
    expect(findRule(error(code), 403).verdict).toBe('suspend');
  });

  test.each([
    [400, 'reject'],
    [401, 'suspend'],
    [403, 'reject'],
    [404, 'reject'],
    [429, 'slow_down'],
    [500, 'retry'],
    [503, 'retry'],
  ])('is judged by HTTP %i', (status, verdict) => {
    expect(findRule(error(999_999), status).verdict).toBe(verdict);
  });

  test('is not mistaken for its neighbours', () => {
    expect(findRule(error(199), 400).verdict).toBe('reject');
    expect(findRule(error(300), 400).verdict).toBe('reject');
  });
});

describe('a code that the playbook lists', () => {
  test('counts more than the HTTP status', () => {
    expect(findRule(error(131047), 500).verdict).toBe('reject');
    expect(findRule(error(130429), 403).verdict).toBe('slow_down');
  });

  test('100 with subcode 33 means the number, and suspends the sender', () => {
    expect(findRule(error(100, 33), 400).verdict).toBe('suspend');
    expect(findRule(error(100, 2494010), 400).verdict).toBe('reject');
  });
});

describe('an answer that is not in the words of Meta', () => {
  test.each([
    [302, 'slow_down'],
    [400, 'slow_down'],
    [401, 'suspend'],
    [404, 'slow_down'],
    [408, 'slow_down'],
    [413, 'reject'],
    [429, 'slow_down'],
  ])('with %i gives %s', (status, verdict) => {
    expect(findForeignRule(status).verdict).toBe(verdict);
  });
});
