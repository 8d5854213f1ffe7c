// What a dead, a slow and a dripping receiver cost those beside them.

import { round2 } from '../figures.ts';
import type { Say } from '../verdicts.ts';
import type { BenchStage } from './bench-stage.ts';
import { drain, runDeliveries, sum } from './run-deliveries.ts';
import type { Sink } from './start-sink.ts';

export interface ComparedNeighbours {
  readonly healthy: number;
  /** Deliveries per second of each receiver. */
  readonly alone: readonly number[];
  readonly among: readonly number[];
  readonly ratio: number;
}

const badOnes = ['dead', 'slow', 'drip'] as const;
/** Long enough that the slow ones reach their timeouts. */
const amongSecondsMin = 20;

export const compareNeighbours = async (
  stage: BenchStage,
  sink: Sink,
  seconds: number,
  say: Say,
): Promise<ComparedNeighbours> => {
  const healthy = sink.urls.length - badOnes.length;
  await drain(stage);
  const alone = await runDeliveries(stage, sink, seconds);
  await drain(stage);
  await sink.behave([...Array.from({ length: healthy }, () => 'good' as const), ...badOnes]);
  const among = await runDeliveries(stage, sink, Math.max(seconds, amongSecondsMin));
  const rate = (rates: readonly number[]): number => sum(rates.slice(0, healthy));
  say(
    `\n${healthy} healthy receivers: ${Math.round(rate(alone))}/s, with a dead, a slow and a dripping one beside them ` +
      `${Math.round(rate(among))}/s`,
  );
  return {
    healthy,
    alone: alone.map(Math.round),
    among: among.map(Math.round),
    ratio: round2(rate(among) / rate(alone)),
  };
};
