import { expect, it } from 'vitest';
import { pauseAfter } from './fetch-file.ts';

it('waits twice as long after every failure, up to an hour', () => {
  expect([1, 2, 3, 4].map(pauseAfter)).toEqual([5, 10, 20, 40]);
  expect([0, 11, 100, 10_000].map(pauseAfter)).toEqual([5, 3_600, 3_600, 3_600]);
});
