// What delivering costs: events written, deliveries made by the trigger, signed, sent, and every attempt committed,
// against bare POSTs of the same body to the same receivers, in alternating rounds of one run.

import { processSeconds, serverSeconds } from '../cpu.ts';
import { median, round2 } from '../figures.ts';
import type { Say } from '../verdicts.ts';
import { runBarePosts } from './bare-posts.ts';
import type { BenchStage } from './bench-stage.ts';
import { drain, runDeliveries, sum } from './run-deliveries.ts';
import type { Sink } from './start-sink.ts';

export interface BarePlan {
  readonly rounds: number;
  readonly seconds: number;
  readonly postmasterId: number;
}

interface Round {
  readonly bare: number;
  readonly ours: number;
  /** Processor time of this process and of PostgreSQL, per request or delivery. */
  readonly microseconds: { readonly bare: number; readonly ours: number; readonly postgres: number };
}

export interface ComparedBare {
  readonly rounds: readonly Round[];
  readonly ratio: number;
}

const concurrencyEach = 10;
/** Long enough that the longer way is compiled as well as the short one. */
const warmUpSeconds = 5;
const body = JSON.stringify({ event: 'sender_state', data: { note: 'x'.repeat(420) } });

const runRound = async (stage: BenchStage, sink: Sink, plan: BarePlan): Promise<Round> => {
  const perOne = (seconds: number, rate: number): number =>
    Math.round((seconds * 1e6) / (rate * plan.seconds));
  const start = processSeconds(process.pid);
  const bare = await runBarePosts(sink.urls, concurrencyEach, body, plan.seconds);
  const [middle, postgresBefore] = [processSeconds(process.pid), serverSeconds(plan.postmasterId)];
  const ours = sum(await runDeliveries(stage, sink, plan.seconds));
  const [end, postgresAfter] = [processSeconds(process.pid), serverSeconds(plan.postmasterId)];
  return {
    bare: Math.round(bare),
    ours: Math.round(ours),
    microseconds: {
      bare: perOne(middle - start, bare),
      ours: perOne(end - middle, ours),
      postgres: perOne(postgresAfter - postgresBefore, ours),
    },
  };
};

export const compareBare = async (
  stage: BenchStage,
  sink: Sink,
  plan: BarePlan,
  say: Say,
): Promise<ComparedBare> => {
  const rounds: Round[] = [];
  await runDeliveries(stage, sink, warmUpSeconds);
  for (let index = 0; index < plan.rounds; index += 1) {
    await drain(stage);
    const round = await runRound(stage, sink, plan);
    rounds.push(round);
    const { bare, ours, microseconds } = round;
    say(
      `  bare POSTs ${bare}/s, deliveries ${ours}/s, ratio ${round2(ours / bare)}; processor time of one: ` +
        `bare ${microseconds.bare} us, ours ${microseconds.ours} us and PostgreSQL ${microseconds.postgres} us`,
    );
  }
  return { rounds, ratio: round2(median(rounds.map(({ bare, ours }) => ours / bare))) };
};
