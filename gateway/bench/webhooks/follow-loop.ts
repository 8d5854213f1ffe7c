// How many messages have not gone all the way, second by second: accepted, and not every status delivered to every
// webhook. A backlog that grows says that the rate cannot be kept up, however good the other figures look.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Backlog, BacklogSample } from '../dispatch/follow-backlog.ts';
import { memoryOf } from '../stage/watch-cost.ts';
import { sum } from './run-deliveries.ts';
import type { Sink } from './start-sink.ts';

const sampleMilliseconds = 1_000;
const drainedMilliseconds = 20;
const drainSecondsMax = 300;

export interface LoopToFollow {
  readonly sink: Sink;
  readonly gatewayId: number;
  readonly deliveriesPerMessage: number;
  readonly accepted: () => number;
}

export const followLoop = async (loop: LoopToFollow): Promise<Backlog> => {
  const { sink, deliveriesPerMessage, accepted } = loop;
  const takenBefore = sum(await sink.counts());
  const samples: BacklogSample[] = [];
  const underWay = async (): Promise<number> => {
    const taken = sum(await sink.counts()) - takenBefore;
    return accepted() - Math.floor(taken / deliveriesPerMessage);
  };
  const sample = async (): Promise<void> => {
    samples.push({ messages: await underWay(), gatewayMegabytes: memoryOf(loop.gatewayId) });
  };
  const timer = setInterval(() => {
    // When the measurement broke off, no process answers; the code that broke it off reports why.
    void sample().catch(() => clearInterval(timer));
  }, sampleMilliseconds);
  return {
    samples,
    async end() {
      clearInterval(timer);
      const begin = performance.now();
      const seconds = (): number => (performance.now() - begin) / 1_000;
      while ((await underWay()) > 0) {
        if (seconds() > drainSecondsMax)
          throw new Error(`${await underWay()} messages did not go all the way.`);
        await sleep(drainedMilliseconds);
      }
      return seconds();
    },
  };
};
