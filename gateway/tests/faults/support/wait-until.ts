// Waiting as fault tests must do it: look again and again until a deadline, and say what never came true.

import { setTimeout as sleep } from 'node:timers/promises';

export const waitUntil = async <Found>(
  what: string,
  look: () => Found | Promise<Found>,
  secondsMax = 30,
): Promise<NonNullable<Found>> => {
  const deadline = performance.now() + secondsMax * 1000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`After ${secondsMax} s it was still not so: ${what}`);
    await sleep(20);
  }
};
