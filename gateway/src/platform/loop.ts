// Work that is repeated in the background, one round at a time: after a pause, and sooner on request. A round that fails is
// logged and retried in the next one; a stop waits for the round that is running.

import type { Log } from './log.ts';

export interface Loop {
  /** A round now, or right after the one that is running. */
  wake(): void;
  stop(): Promise<void>;
}

/** The first round begins after a pause, or when it is woken. A pause that depends on what was found is asked after each round. */
export const startLoop = (
  name: string,
  pause: number | (() => number),
  log: Log,
  work: () => Promise<void>,
): Loop => {
  let isStopped = false;
  let isRunning = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const rest = (): void => {
    timer = setTimeout(round, typeof pause === 'number' ? pause : pause()).unref();
  };

  const round = (): void => {
    isRunning = true;
    isWanted = false;
    running = work()
      .catch((error: unknown) => log.warn({ err: error, loop: name }, 'a round of background work failed'))
      .finally(() => {
        isRunning = false;
        if (isStopped) return;
        if (isWanted) round();
        else rest();
      });
  };

  rest();
  return {
    wake() {
      if (isStopped) return;
      isWanted = true;
      if (isRunning) return;
      clearTimeout(timer);
      round();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
