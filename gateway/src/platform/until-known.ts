// Does a write until its fate is known. A lost reply is settled by doing the same again, never by guessing, so the work
// must be one that changes nothing when it is done twice.

import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseOutage } from './database.ts';

const pauseMilliseconds = 100;

/** Deadlock and failed serialization: the server rolled one of two back, and asks for it again. */
const collisionCodes = new Set(['40P01', '40001']);

const isCollision = (error: unknown): boolean =>
  error instanceof Error && collisionCodes.has(String((error as { code?: unknown }).code));

/**
 * `giveUpAt` is a moment of `performance.now()`; past it the error is the caller's. Given as a function, it may come nearer
 * while the work is tried.
 */
export const untilKnown = async <Result>(
  giveUpAt: number | (() => number),
  work: () => Promise<Result>,
): Promise<Result> => {
  const lastMoment = typeof giveUpAt === 'number' ? () => giveUpAt : giveUpAt;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const mayPass = isDatabaseOutage(error) || isCollision(error);
      if (!mayPass || performance.now() > lastMoment()) throw error;
      await sleep(pauseMilliseconds);
    }
  }
};
