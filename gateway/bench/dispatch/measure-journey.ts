// From accepting to `read`: messages at one rate through gateway, simulator and callbacks, until the last status of the
// last message is written.

import { round2 } from '../figures.ts';
import { driveLoad, type LoadResult, summarize } from '../load.ts';
import { makeSendRequests } from '../send-requests.ts';
import type { Stage } from '../stage/stage.ts';
import { type Cores, coresOf, microsecondsEach, watchCost } from '../stage/watch-cost.ts';
import { backlogQuarters, followBacklog } from './follow-backlog.ts';
import { type Journey, markTime, readJourney, waitUntilRead } from './read-statuses.ts';

export interface JourneyPlan {
  readonly senders: number;
  /** Null: 64 waiting callers, each sending again when it is answered; the most that comes through. */
  readonly perSecond: number | null;
  readonly seconds: number;
}

export interface MeasuredJourney extends JourneyPlan, Journey {
  /** Messages per second until the last one was read. */
  readonly throughput: number;
  readonly accepting: LoadResult;
  readonly backlog: { readonly early: number; readonly late: number };
  readonly isSteady: boolean;
  readonly drainSeconds: number;
  readonly commitsPerMessage: number;
  readonly cpuMicroseconds: number;
  readonly cores: Cores;
  readonly memory: { readonly early: number; readonly late: number; readonly samples: readonly number[] };
}

const callers = 64;
const requestsMade = 20_000;
/** The statuses of the last message come this long after it, by the simulator's own clock. */
const lastReadSeconds = 0.25;
const steadyDrainSeconds = 1;

export const measureJourney = async (stage: Stage, plan: JourneyPlan): Promise<MeasuredJourney> => {
  const since = markTime();
  const isWaiting = plan.perSecond === null;
  const requests = makeSendRequests(stage.target, {
    callers: stage.companies.slice(0, plan.senders),
    count: requestsMade,
    isWaiting,
  });
  let accepted = 0;
  const backlog = await followBacklog(stage, () => accepted);
  const endCost = await watchCost(stage);
  const load = await driveLoad({
    ...stage.target,
    connections: callers,
    seconds: plan.seconds,
    ...(plan.perSecond !== null && { perSecond: plan.perSecond }),
    requests,
    expectedStatus: isWaiting ? 200 : 202,
    onAnswered: () => {
      accepted += 1;
    },
  });
  // Callbacks may be answered before their statuses are written.
  const drainSeconds = (await backlog.end()) + (await waitUntilRead(stage.client, since));
  const cost = await endCost();
  const quarters = backlogQuarters(backlog.samples);
  const memory = backlog.samples.map(({ gatewayMegabytes }) => gatewayMegabytes);
  return {
    ...plan,
    ...(await readJourney(stage.client, since)),
    throughput: Math.round(accepted / (load.seconds + Math.max(0, drainSeconds - lastReadSeconds))),
    accepting: summarize(load),
    backlog: quarters,
    // Half a second's worth more is noise; more than that is a queue, and so is one that takes long to work off.
    isSteady:
      quarters.late <= quarters.early * 1.25 + (accepted / load.seconds) * 0.5 &&
      drainSeconds <= lastReadSeconds + steadyDrainSeconds,
    drainSeconds: round2(drainSeconds),
    commitsPerMessage: round2(cost.commits / accepted),
    cpuMicroseconds: microsecondsEach(cost, accepted),
    cores: coresOf(cost),
    memory: { early: memory[0] ?? 0, late: memory.at(-1) ?? 0, samples: memory },
  };
};

export const journeyHead =
  'senders  offered   done/s  ->sent p50/p99   ->read p50/p99    backlog  commits/msg  us/msg  gateway postgres simulator load (cores)  MB';

export const journeyRow = (journey: MeasuredJourney): string => {
  const { cores, backlog, memory, toSent, toRead } = journey;
  return [
    String(journey.senders).padStart(7),
    String(journey.perSecond ?? 'max').padStart(9),
    String(journey.throughput).padStart(9),
    `${toSent.p50}/${toSent.p99}`.padStart(16),
    `${toRead.p50}/${toRead.p99}`.padStart(17),
    `${backlog.early}>${backlog.late}`.padStart(11),
    String(journey.commitsPerMessage).padStart(13),
    String(Math.round(journey.cpuMicroseconds)).padStart(8),
    String(cores.gateway).padStart(9),
    String(cores.postgres).padStart(9),
    String(cores.simulator).padStart(10),
    String(cores.load).padStart(5),
    `${memory.early}>${memory.late}`.padStart(16),
    journey.read === journey.messages ? '' : `  ONLY ${journey.read} OF ${journey.messages} READ`,
    journey.accepting.unexpected > 0 ? `  ${journey.accepting.unexpected} UNEXPECTED ANSWERS` : '',
  ].join('');
};
