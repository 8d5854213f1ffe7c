// The whole loop: a message is accepted, sent through the simulator, gets its three statuses by callback, and every webhook
// of its company gets every one of them. One gateway process does all of it; simulator, receivers, PostgreSQL and
// load are processes of their own on the same cores.

import { setTimeout as sleep } from 'node:timers/promises';
import { processSeconds } from '../cpu.ts';
import { describeFlow, type FlowPlan, type MeasuredFlow, prepareFlow } from '../dispatch/message-flow.ts';
import { type Journey, markTime, readJourney } from '../dispatch/read-statuses.ts';
import { round2 } from '../figures.ts';
import type { Stage } from '../stage/stage.ts';
import { type Cores, coresOf, watchCost } from '../stage/watch-cost.ts';
import { followLoop } from './follow-loop.ts';
import { deliveriesPerMessage } from './open-webhooks.ts';
import { countUnwritten, readDeliveries, type TakenDeliveries } from './read-deliveries.ts';
import type { Sink } from './start-sink.ts';

/** The end of a message is its last delivery to the last webhook. */
export interface MeasuredLoop extends FlowPlan, Journey, TakenDeliveries, MeasuredFlow {
  /** Every message read, and every event delivered to every webhook, once. */
  readonly isWhole: boolean;
  readonly cores: Cores & { readonly sink: number };
}

export const measureLoop = async (stage: Stage, sink: Sink, plan: FlowPlan): Promise<MeasuredLoop> => {
  const since = markTime();
  const messages = prepareFlow(stage, stage.companies, plan);
  const { gatewayId } = stage;
  const backlog = await followLoop({ sink, gatewayId, deliveriesPerMessage, accepted: messages.accepted });
  const endCost = await watchCost(stage);
  const sinkBefore = processSeconds(sink.child.pid ?? 0);
  const load = await messages.drive();
  const drainSeconds = await backlog.end();
  const cost = await endCost();
  const sinkSeconds = processSeconds(sink.child.pid ?? 0) - sinkBefore;
  while ((await countUnwritten(stage.client, since)) > 0) await sleep(50);
  const journey = await readJourney(stage.client, since);
  const taken = await readDeliveries(stage.client, since);
  const accepted = messages.accepted();
  const isWhole =
    journey.read === journey.messages &&
    journey.messages === accepted &&
    taken.delivered === accepted * deliveriesPerMessage &&
    taken.retried === 0;
  return {
    ...plan,
    ...journey,
    ...taken,
    ...describeFlow({ load, accepted, drainSeconds, cost, samples: backlog.samples }),
    isWhole,
    cores: { ...coresOf(cost), sink: round2(sinkSeconds / cost.seconds) },
  };
};

/** The rate that was kept up; zero when a queue grew or something is missing. */
export const sustained = ({ isSteady, isWhole, accepting, seconds }: MeasuredLoop): number =>
  isSteady && isWhole ? accepting.answered / seconds : 0;

export const loopHead =
  'offered   done/s  ->sent p50/p99   ->read p50/p99  ->webhook p50/p99    backlog  drain s  us/msg  gateway postgres simulator sink load (cores)  MB';

export const loopRow = (loop: MeasuredLoop): string => {
  const { cores, backlog, memory, toSent, toRead, toDelivered } = loop;
  return [
    String(loop.perSecond ?? 'max').padStart(7),
    String(loop.throughput).padStart(9),
    `${toSent.p50}/${toSent.p99}`.padStart(16),
    `${toRead.p50}/${toRead.p99}`.padStart(17),
    `${toDelivered.p50}/${toDelivered.p99}`.padStart(19),
    `${backlog.early}>${backlog.late}`.padStart(11),
    String(loop.drainSeconds).padStart(9),
    String(Math.round(loop.cpuMicroseconds)).padStart(8),
    String(cores.gateway).padStart(9),
    String(cores.postgres).padStart(9),
    String(cores.simulator).padStart(10),
    String(cores.sink).padStart(5),
    String(cores.load).padStart(5),
    `${memory.early}>${memory.late}`.padStart(12),
    loop.isWhole
      ? ''
      : `  NOT WHOLE: ${loop.messages} messages, ${loop.read} read, ${loop.delivered} delivered`,
    loop.retried > 0 ? `  ${loop.retried} RETRIED` : '',
    loop.accepting.unexpected > 0 ? `  ${loop.accepting.unexpected} UNEXPECTED ANSWERS` : '',
  ].join('');
};
