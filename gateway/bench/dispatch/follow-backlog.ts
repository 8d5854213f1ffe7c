// How many messages are under way, second by second: accepted, and not all of their statuses reported yet. A backlog
// that grows says that the rate cannot be kept up, however good the other figures look.

import { setTimeout as sleep } from 'node:timers/promises';
import { statusesPerMessage } from '../stage/simulator.ts';
import type { Stage } from '../stage/stage.ts';
import { memoryOf } from '../stage/watch-cost.ts';

export interface BacklogSample {
  readonly messages: number;
  readonly gatewayMegabytes: number;
}

export interface Backlog {
  readonly samples: readonly BacklogSample[];
  /** Resolves when every status of every accepted message was taken, with the seconds since `end` was called. */
  end(): Promise<number>;
}

const sampleMilliseconds = 1_000;
const drainedMilliseconds = 20;
const drainSecondsMax = 300;

export const followBacklog = async (stage: Stage, accepted: () => number): Promise<Backlog> => {
  const { simulator } = stage;
  const toldBefore = await simulator.toldStatuses();
  const samples: BacklogSample[] = [];
  const underWay = async (): Promise<number> => {
    const told = (await simulator.toldStatuses()) - toldBefore;
    return accepted() - Math.floor(told / statusesPerMessage);
  };
  const timer = setInterval(() => {
    void underWay().then((messages) =>
      samples.push({ messages, gatewayMegabytes: memoryOf(stage.gatewayId) }),
    );
  }, sampleMilliseconds);
  return {
    samples,
    async end() {
      clearInterval(timer);
      const begin = performance.now();
      const seconds = (): number => (performance.now() - begin) / 1000;
      while ((await underWay()) > 0) {
        if (seconds() > drainSecondsMax) throw new Error(`${await underWay()} messages were never told of.`);
        await sleep(drainedMilliseconds);
      }
      return seconds();
    },
  };
};

const meanOf = (samples: readonly BacklogSample[]): number =>
  samples.reduce((sum, { messages }) => sum + messages, 0) / Math.max(1, samples.length);

/** The mean of the second quarter and of the last one: the first is spent warming up. */
export const backlogQuarters = (samples: readonly BacklogSample[]): { early: number; late: number } => {
  const quarter = samples.length / 4;
  return {
    early: Math.round(meanOf(samples.slice(Math.floor(quarter), Math.ceil(quarter * 2)))),
    late: Math.round(meanOf(samples.slice(Math.floor(quarter * 3)))),
  };
};
