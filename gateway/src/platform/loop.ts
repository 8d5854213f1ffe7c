// Work that is repeated in the background. A round that fails is logged and retried in the next one; a
// stop waits for the round that is running.

import type { Log } from './log.ts';

export interface Loop {
  stop(): Promise<void>;
}

export const startLoop = (
  name: string,
  everyMilliseconds: number,
  log: Log,
  work: () => Promise<void>,
): Loop => {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const round = (): void => {
    running = work()
      .catch((error: unknown) => log.warn({ err: error, loop: name }, 'a round of background work failed'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(round, everyMilliseconds).unref();
      });
  };
  timer = setTimeout(round, everyMilliseconds).unref();

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
