// From accepting to `read`: messages at one rate through gateway, simulator and callbacks, until the last status of the
// last message is written.

import { round2 } from '../figures.ts';
import type { Stage } from '../stage/stage.ts';
import { type Cores, coresOf, watchCost } from '../stage/watch-cost.ts';
import { followBacklog } from './follow-backlog.ts';
import {
  describeFlow,
  type FlowPlan,
  lastReadSeconds,
  type MeasuredFlow,
  prepareFlow,
} from './message-flow.ts';
import { type Journey, markTime, readJourney, waitUntilRead } from './read-statuses.ts';

export interface JourneyPlan extends FlowPlan {
  readonly senders: number;
}

export interface MeasuredJourney extends JourneyPlan, Journey, MeasuredFlow {
  readonly commitsPerMessage: number;
  readonly cores: Cores;
  readonly memory: MeasuredFlow['memory'] & { readonly samples: readonly number[] };
}

const steadyDrainSeconds = 1;

export const measureJourney = async (stage: Stage, plan: JourneyPlan): Promise<MeasuredJourney> => {
  const since = markTime();
  const messages = prepareFlow(stage, stage.companies.slice(0, plan.senders), plan);
  const backlog = await followBacklog(stage, messages.accepted);
  const endCost = await watchCost(stage);
  const load = await messages.drive();
  // Callbacks may be answered before their statuses are written.
  const drainSeconds = (await backlog.end()) + (await waitUntilRead(stage.client, since));
  const cost = await endCost();
  const accepted = messages.accepted();
  const { samples } = backlog;
  const flow = describeFlow({ load, accepted, drainSeconds, cost, samples });
  return {
    ...plan,
    ...(await readJourney(stage.client, since)),
    ...flow,
    // A backlog that takes long to work off was not steady.
    isSteady: flow.isSteady && drainSeconds <= lastReadSeconds + steadyDrainSeconds,
    commitsPerMessage: round2(cost.commits / accepted),
    cores: coresOf(cost),
    memory: { ...flow.memory, samples: samples.map(({ gatewayMegabytes }) => gatewayMegabytes) },
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
