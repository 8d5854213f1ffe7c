// Messages at one rate through a whole stage: how they are driven, and what every measurement of them says.

import { round2 } from '../figures.ts';
import { driveLoad, type LoadResult, type RawLoad, summarize } from '../load.ts';
import { makeSendRequests } from '../send-requests.ts';
import type { BenchCompany, Stage } from '../stage/stage.ts';
import { type Cost, microsecondsEach } from '../stage/watch-cost.ts';
import { type BacklogSample, backlogQuarters } from './follow-backlog.ts';

export interface FlowPlan {
  /** Null: 64 callers that wait for the provider, each sending again when answered; the most that comes through. */
  readonly perSecond: number | null;
  readonly seconds: number;
}

export interface MeasuredFlow {
  /** Messages per second until the last one was at its end. */
  readonly throughput: number;
  readonly accepting: LoadResult;
  readonly backlog: { readonly early: number; readonly late: number };
  readonly isSteady: boolean;
  readonly drainSeconds: number;
  readonly cpuMicroseconds: number;
  readonly memory: { readonly early: number; readonly late: number };
}

export interface MessageFlow {
  /** How many messages were accepted so far. */
  accepted(): number;
  drive(): Promise<RawLoad>;
}

const callers = 64;
const requestsMade = 20_000;
/** The statuses of the last message come this long after it, by the simulator's own clock. */
export const lastReadSeconds = 0.25;

/** Makes the requests, which is no part of what is measured. */
export const prepareFlow = (
  { target }: Stage,
  companies: readonly BenchCompany[],
  { perSecond, seconds }: FlowPlan,
): MessageFlow => {
  const isWaiting = perSecond === null;
  const requests = makeSendRequests(target, { callers: companies, count: requestsMade, isWaiting });
  let accepted = 0;
  return {
    accepted: () => accepted,
    drive: () =>
      driveLoad({
        ...target,
        connections: callers,
        seconds,
        ...(perSecond !== null && { perSecond }),
        requests,
        expectedStatus: isWaiting ? 200 : 202,
        onAnswered: () => {
          accepted += 1;
        },
      }),
  };
};

export interface EndedFlow {
  readonly load: RawLoad;
  readonly accepted: number;
  readonly drainSeconds: number;
  readonly cost: Cost;
  readonly samples: readonly BacklogSample[];
}

export const describeFlow = ({ load, accepted, drainSeconds, cost, samples }: EndedFlow): MeasuredFlow => {
  const backlog = backlogQuarters(samples);
  return {
    throughput: Math.round(accepted / (load.seconds + Math.max(0, drainSeconds - lastReadSeconds))),
    accepting: summarize(load),
    backlog,
    // Half a second's worth more is noise; more than that is a queue.
    isSteady: backlog.late <= backlog.early * 1.25 + (accepted / load.seconds) * 0.5,
    drainSeconds: round2(drainSeconds),
    cpuMicroseconds: microsecondsEach(cost, accepted),
    memory: { early: samples[0]?.gatewayMegabytes ?? 0, late: samples.at(-1)?.gatewayMegabytes ?? 0 },
  };
};
