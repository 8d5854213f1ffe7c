// Repeats a write until its outcome is known. A lost reply is settled by writing the same again, never by guessing, so
// the work must be idempotent.

import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../error-code.ts';
import { isDatabaseOutage } from './database.ts';

const pauseMilliseconds = 100;

/** Deadlock and failed serialization: the server rolled one of two back, and asks for it again. */
const collisionCodes = new Set(['40P01', '40001']);

/** The row is there already: an earlier try was committed after all. */
const duplicateCode = '23505';

/**
 * Only the first try may assume that none of its rows are there. `giveUpAt` is a moment of `performance.now()`; after
 * it the error is thrown to the caller. Given as a function, it may come nearer while the work is retried.
 */
export const untilKnown = async <Result>(
  giveUpAt: number | (() => number),
  work: (isRepeated: boolean) => Promise<Result>,
): Promise<Result> => {
  const lastMoment = typeof giveUpAt === 'number' ? () => giveUpAt : giveUpAt;
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await work(isRepeated);
    } catch (error) {
      if (errorCode(error) === duplicateCode && !isRepeated) continue;
      const mayPass = isDatabaseOutage(error) || collisionCodes.has(errorCode(error));
      if (!mayPass || performance.now() > lastMoment()) throw error;
      await sleep(pauseMilliseconds);
    }
  }
};
