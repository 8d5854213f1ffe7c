// Does one company's flood hold up another company? A caller sends single waiting messages at an easy rate, first in
// peace, then while a hundred thousand messages of another company come in, then while that lane sends them.

import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ServerConnection } from '../bench-database.ts';
import { withBenchPostgres } from '../bench-postgres.ts';
import { type Percentiles, percentilesOf, round2 } from '../figures.ts';
import { driveLoad } from '../load.ts';
import { makeSendRequests } from '../send-requests.ts';
import { startSimulator } from '../stage/simulator.ts';
import { openStage, type Stage } from '../stage/stage.ts';
import { type Cores, coresOf, watchCost } from '../stage/watch-cost.ts';
import { atMost, type Say, sayVerdicts } from '../verdicts.ts';
import { flood } from './flood.ts';

interface Plan {
  readonly messages: number;
  /** Messages per second of the sender that is flooded; Meta's own limit is 80, and up to 1,000 on request. */
  readonly paces: readonly number[];
  readonly seconds: number;
  readonly perSecond: number;
}

interface Phase extends Percentiles {
  readonly name: string;
  readonly sends: number;
  readonly unexpected: number;
  readonly cores: Cores;
}

const connections = 16;
const requestsMade = 10_000;
const singlePace = 80;

/** Beside other work it is measured for about as long as that takes. */
const secondsBeside = 5;

/** Sends single messages until the time is over; beside other work, until that is done. */
const measurePhase = async (
  stage: Stage,
  plan: Plan,
  name: string,
  beside?: Promise<unknown>,
): Promise<Phase> => {
  const callers = stage.companies.slice(0, 1);
  const requests = makeSendRequests(stage.target, { callers, count: requestsMade, isWaiting: true });
  const { perSecond } = plan;
  const seconds = beside ? secondsBeside : plan.seconds;
  const latencies: number[] = [];
  let unexpected = 0;
  let isDone = beside === undefined;
  const done = beside?.then(() => {
    isDone = true;
  });
  const endCost = await watchCost(stage);
  do {
    const load = { ...stage.target, connections, seconds, perSecond, requests, expectedStatus: 200 };
    const result = await driveLoad(load);
    latencies.push(...result.latencies);
    unexpected += result.unexpected;
  } while (!isDone);
  await done;
  const cores = coresOf(await endCost());
  return { name, ...percentilesOf(latencies), sends: latencies.length, unexpected, cores };
};

const sayPhase = (phase: Phase, say: Say): void =>
  say(
    [
      phase.name.padEnd(52),
      String(phase.sends).padStart(6),
      String(phase.p50).padStart(9),
      String(phase.p99).padStart(9),
      `  ${phase.cores.gateway} gateway, ${phase.cores.postgres} postgres, ${phase.cores.simulator} simulator`,
      phase.unexpected > 0 ? `  ${phase.unexpected} UNEXPECTED ANSWERS` : '',
    ].join(''),
  );

const runFloods = async (connection: ServerConnection, plan: Plan, say: Say): Promise<object> => {
  const simulator = await startSimulator();
  const stage = await openStage({
    connection,
    simulator,
    database: 'bench_fairness',
    paces: [singlePace, ...plan.paces],
  });
  const phases: Phase[] = [];
  const measure = async (name: string, beside?: Promise<unknown>): Promise<Phase> => {
    const phase = await measurePhase(stage, plan, name, beside);
    phases.push(phase);
    sayPhase(phase, say);
    return phase;
  };
  try {
    say(`${'single sends of another company'.padEnd(52)} sends   p50 ms   p99 ms  cores`);
    await measurePhase(stage, plan, 'warm-up');
    const quiet = await measure('quiet');
    const ratios: { pace: number; ratio: number }[] = [];
    for (const [index, pace] of plan.paces.entries()) {
      const company = stage.companies[index + 1];
      if (!company) continue;
      await measure(
        `while ${plan.messages} come in (lane of ${pace}/s)`,
        flood(stage.target, company, plan.messages),
      );
      const busy = await measure(`while they go out at ${pace}/s`);
      ratios.push({ pace, ratio: round2(busy.p99 / quiet.p99) });
    }
    const verdicts = ratios.map(({ pace, ratio }) =>
      atMost(`p99 beside a flooded lane of ${pace}/s, against quiet`, ratio, 2),
    );
    sayVerdicts(verdicts, say);
    return { cores: availableParallelism(), plan, phases, verdicts };
  } finally {
    await stage.stop();
    await sleep(100);
    await simulator.stop();
  }
};

export const benchFairness = async (words: readonly string[]): Promise<object> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      short: { type: 'boolean', default: false },
      messages: { type: 'string', default: '100000' },
      paces: { type: 'string', default: '80' },
    },
  });
  const plan: Plan = {
    messages: values.short ? 5_000 : Number(values.messages),
    paces: values.paces.split(',').map(Number),
    // The slowest 12 of 1,200 sends decide the p99; with half as many sends one pause of a collector would.
    seconds: values.short ? 6 : 60,
    perSecond: 20,
  };
  const say: Say = (line) => console.log(line);
  say(`Fairness on ${availableParallelism()} cores shared by gateway, PostgreSQL, simulator and load.\n`);
  return await withBenchPostgres((connection) => runFloods(connection, plan, say));
};
