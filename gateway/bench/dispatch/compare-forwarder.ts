// Waiting sends against a bare forwarder, with a provider that takes its time: how much of the forwarder's rate is left
// when every message is stored before it goes out and its outcome is written before it is answered. Once with the statuses
// held back until the round is over, because the forwarder has none, and once with all of them coming in meanwhile.

import { type BenchProcess, startProcess } from '../bench-process.ts';
import { median, round2 } from '../figures.ts';
import { type LoadResult, runLoad } from '../load.ts';
import { makeSendRequests, type Target, targetOf } from '../send-requests.ts';
import { statusesPerMessage } from '../stage/simulator.ts';
import type { Stage } from '../stage/stage.ts';
import { type Cores, coresOf, microsecondsEach, watchCost } from '../stage/watch-cost.ts';

export interface ForwarderPlan {
  readonly connections: number;
  readonly answerMilliseconds: number;
  readonly rounds: number;
  readonly seconds: number;
}

interface Round extends LoadResult {
  readonly cores: Cores;
  readonly cpuMicroseconds: number;
}

const contenders = ['forwarder', 'sends', 'sendsAndStatuses'] as const;
type Contender = (typeof contenders)[number];

export interface ComparedForwarder {
  readonly rounds: Readonly<Record<Contender, readonly Round[]>>;
  readonly perSecond: Readonly<Record<Contender, number>>;
  /** Divided by the forwarder's rate. */
  readonly sendsRatio: number;
  readonly sendsAndStatusesRatio: number;
}

const requestsMade = 20_000;
const program = new URL('bench-forwarder.ts', import.meta.url);

const measure = async (
  stage: Stage,
  target: Target,
  requests: readonly Buffer[],
  plan: ForwarderPlan,
): Promise<Round> => {
  const { connections, seconds } = plan;
  const endCost = await watchCost(stage);
  const result = await runLoad({ ...target, connections, seconds, requests, expectedStatus: 200 });
  const cost = await endCost();
  return { ...result, cores: coresOf(cost), cpuMicroseconds: microsecondsEach(cost, result.answered) };
};

/** Measures sends and sees their statuses off, so that none falls into the next round. */
const measureSends = async (
  stage: Stage,
  requests: readonly Buffer[],
  plan: ForwarderPlan,
  isHeld: boolean,
): Promise<Round> => {
  const { simulator } = stage;
  const reportedBefore = await simulator.reportedStatuses();
  await simulator.change({ webhooks_held: isHeld });
  const round = await measure(stage, stage.target, requests, plan);
  await simulator.change({ webhooks_held: false });
  await simulator.untilReported(reportedBefore + round.answered * statusesPerMessage);
  return round;
};

export const compareForwarder = async (stage: Stage, plan: ForwarderPlan): Promise<ComparedForwarder> => {
  const { simulator, companies } = stage;
  const started: BenchProcess<{ address: string }> = await startProcess(program, {
    BENCH_SIMULATOR: simulator.address,
  });
  const target = targetOf(started.hello.address);
  const made = { callers: companies, count: requestsMade, isWaiting: true };
  const bareRequests = makeSendRequests(target, { ...made, path: '/send' });
  const requests = makeSendRequests(stage.target, made);
  const rounds: Record<Contender, Round[]> = { forwarder: [], sends: [], sendsAndStatuses: [] };
  try {
    await simulator.change({ answer_delay_ms: plan.answerMilliseconds });
    // The first round of each is for warming up.
    await measure(stage, target, bareRequests, plan);
    await measureSends(stage, requests, plan, true);
    for (let round = 0; round < plan.rounds; round += 1) {
      rounds.forwarder.push(await measure(stage, target, bareRequests, plan));
      rounds.sends.push(await measureSends(stage, requests, plan, true));
      rounds.sendsAndStatuses.push(await measureSends(stage, requests, plan, false));
    }
  } finally {
    await simulator.change({ answer_delay_ms: 0, webhooks_held: false });
    await started.stop();
  }
  const rate = (name: Contender): number => median(rounds[name].map(({ perSecond }) => perSecond));
  const perSecond = {
    forwarder: rate('forwarder'),
    sends: rate('sends'),
    sendsAndStatuses: rate('sendsAndStatuses'),
  };
  return {
    rounds,
    perSecond,
    sendsRatio: round2(perSecond.sends / perSecond.forwarder),
    sendsAndStatusesRatio: round2(perSecond.sendsAndStatuses / perSecond.forwarder),
  };
};
