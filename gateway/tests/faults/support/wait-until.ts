// Waiting as fault tests must do it: look again and again until a deadline, and say what never came true.

import { setTimeout as sleep } from 'node:timers/promises';
import { shortOrLong } from './lane-length.ts';

/**
 * Deadlines are written for a machine with two cores of its own, and hold in the long lanes. CI's machine has its cores a
 * quarter of the time.
 */
const patience = shortOrLong(4, 1);

export const waitUntil = async <Found>(
  what: string,
  look: () => Found | Promise<Found>,
  secondsMax = 30,
): Promise<NonNullable<Found>> => {
  const deadline = performance.now() + secondsMax * patience * 1000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline)
      throw new Error(`After ${secondsMax * patience} s it was still not so: ${what}`);
    await sleep(20);
  }
};
