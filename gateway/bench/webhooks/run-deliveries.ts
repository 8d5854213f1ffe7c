// Keeps every receiver supplied with events for a while, so that what is measured is how fast they are delivered.

import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchStage } from './bench-stage.ts';
import type { Sink } from './start-sink.ts';

/** Enough that no lane runs dry, and not so much that the writing gets far ahead. */
const eventsEach = 25;
const backlogEach = 100;

/** Answers how many each of them took per second. */
export const runDeliveries = async (stage: BenchStage, sink: Sink, seconds: number): Promise<number[]> => {
  const since = Date.now();
  const takenBefore = await sink.counts();
  const begin = performance.now();
  let written = 0;
  while (performance.now() - begin < seconds * 1_000) {
    const taken = await sink.counts();
    const most = Math.max(...taken.map((count, index) => count - (takenBefore[index] ?? 0)));
    if (written - most < backlogEach) {
      await stage.writeEvents(eventsEach);
      written += eventsEach;
    } else await sleep(10);
  }
  const elapsed = (performance.now() - begin) / 1_000;
  const delivered = await stage.countDelivered(since, Date.now());
  return stage.companies.map((company) => (delivered.get(company) ?? 0) / elapsed);
};

export const drain = async (stage: BenchStage): Promise<void> => {
  while ((await stage.countWaiting()) > 0) await sleep(50);
};

export const sum = (values: Iterable<number>): number =>
  [...values].reduce((total, value) => total + value, 0);
