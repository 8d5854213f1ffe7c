// Does a write until its fate is known. A lost reply is settled by doing the same again, never by guessing, so the work
// must be one that changes nothing when it is done twice.

import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseOutage } from './database.ts';

const pauseMilliseconds = 100;

/** Deadlock and failed serialization: the server rolled one of two back, and asks for it again. */
const collisionCodes = new Set(['40P01', '40001']);

/** The row is there already: an earlier try had come through after all. */
const duplicateCode = '23505';

const codeOf = (error: unknown): string =>
  error instanceof Error ? String((error as { code?: unknown }).code) : '';

/**
 * The first try may take it that nothing of it is there, any other may not. `giveUpAt` is a moment of `performance.now()`;
 * past it the error is the caller's. Given as a function, it may come nearer while the work is tried.
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
      if (codeOf(error) === duplicateCode && !isRepeated) continue;
      const mayPass = isDatabaseOutage(error) || collisionCodes.has(codeOf(error));
      if (!mayPass || performance.now() > lastMoment()) throw error;
      await sleep(pauseMilliseconds);
    }
  }
};
