// Waits for something that happens by itself, by looking again and again until a deadline.

import { setTimeout as sleep } from 'node:timers/promises';

const pauseMilliseconds = 10;

/** Answers the first value that is there. `what` ends the sentence "waited in vain until ...". A busy machine may take long. */
export const waitUntil = async <Value>(
  what: string,
  look: () => Value | null | undefined | false | Promise<Value | null | undefined | false>,
  deadlineMilliseconds = 90_000,
): Promise<Value> => {
  const giveUpAt = performance.now() + deadlineMilliseconds;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > giveUpAt) throw new Error(`waited in vain until ${what}`);
    await sleep(pauseMilliseconds);
  }
};
