// Rounds of background work, one at a time: regularly, and sooner on request.

import type { Log } from '../platform/log.ts';
import { type Loop, startLoop } from '../platform/loop.ts';

export interface Rounds {
  /** Does the first round and then one every so often. */
  start(): Promise<void>;
  /** A round now, or right after the one that runs. */
  hurry(): void;
  stop(): Promise<void>;
}

export const createRounds = (everyMilliseconds: number, log: Log, work: () => Promise<void>): Rounds => {
  let loop: Loop | null = null;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isStopping = false;

  const run = (): Promise<void> => {
    running ??= work().finally(() => {
      running = null;
      if (isWanted) hurry();
    });
    return running;
  };

  const hurry = (): void => {
    isWanted = running !== null;
    if (isWanted || isStopping) return;
    run().catch((error: unknown) => log.warn({ err: error }, 'a round of webhooks failed'));
  };

  return {
    async start() {
      await run();
      loop = startLoop('webhooks', everyMilliseconds, log, run);
    },
    hurry,
    async stop() {
      isStopping = true;
      await loop?.stop();
      await running?.catch(() => undefined);
    },
  };
};
