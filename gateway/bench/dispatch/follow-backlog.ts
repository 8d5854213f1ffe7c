// How many messages are under way, second by second: accepted, and not yet at their end. A backlog that grows says that the
// rate cannot be kept up, however good the other figures look.

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
  /** Resolves when every accepted message is at its end, with the seconds since `end` was called. */
  end(): Promise<number>;
}

export interface MessagesToFollow {
  readonly gatewayId: number;
  readonly accepted: () => number;
  /** How many of them are at their end. */
  readonly ended: () => Promise<number>;
}

const sampleMilliseconds = 1_000;
const drainedMilliseconds = 20;
const drainSecondsMax = 300;

export const followMessages = ({ gatewayId, accepted, ended }: MessagesToFollow): Backlog => {
  const samples: BacklogSample[] = [];
  const underWay = async (): Promise<number> => {
    const count = await ended();
    return accepted() - count;
  };
  const sample = async (): Promise<void> => {
    samples.push({ messages: await underWay(), gatewayMegabytes: memoryOf(gatewayId) });
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
      const seconds = (): number => (performance.now() - begin) / 1000;
      while ((await underWay()) > 0) {
        if (seconds() > drainSecondsMax)
          throw new Error(`${await underWay()} messages did not go all the way.`);
        await sleep(drainedMilliseconds);
      }
      return seconds();
    },
  };
};

/** Here the end of a message is that all of its statuses were reported. */
export const followBacklog = async (stage: Stage, accepted: () => number): Promise<Backlog> => {
  const { simulator, gatewayId } = stage;
  const reportedBefore = await simulator.reportedStatuses();
  const ended = async (): Promise<number> =>
    Math.floor(((await simulator.reportedStatuses()) - reportedBefore) / statusesPerMessage);
  return followMessages({ gatewayId, accepted, ended });
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
