// What a waiting send adds to a direct call of the provider: the same messages at the same rate, in alternating rounds,
// straight to the simulator and through the gateway.

import { type Percentiles, percentilesOf, round2 } from '../figures.ts';
import { driveLoad } from '../load.ts';
import { makeSendRequests, targetOf } from '../send-requests.ts';
import { makeDirectRequests } from '../stage/simulator.ts';
import type { Stage } from '../stage/stage.ts';

export interface WaitingPlan {
  readonly perSecond: number;
  readonly rounds: number;
  readonly seconds: number;
}

export interface MeasuredWaiting {
  readonly direct: Percentiles;
  readonly waiting: Percentiles;
  /** Milliseconds that the gateway adds. */
  readonly added: Percentiles;
  readonly unexpected: number;
}

const connections = 16;
const requestsMade = 5_000;

export const measureWaiting = async (stage: Stage, plan: WaitingPlan): Promise<MeasuredWaiting> => {
  const { perSecond, seconds } = plan;
  const callers = stage.companies.slice(0, 1);
  const shared = { connections, seconds, perSecond, expectedStatus: 200 };
  const directRequests = makeDirectRequests(stage.simulator.address, requestsMade);
  const waitingRequests = makeSendRequests(stage.target, { callers, count: requestsMade, isWaiting: true });
  const latencies: { direct: number[]; waiting: number[] } = { direct: [], waiting: [] };
  let unexpected = 0;
  for (let round = 0; round < plan.rounds; round += 1) {
    const direct = await driveLoad({
      ...shared,
      ...targetOf(stage.simulator.address),
      requests: directRequests,
    });
    const waiting = await driveLoad({ ...shared, ...stage.target, requests: waitingRequests });
    latencies.direct.push(...direct.latencies);
    latencies.waiting.push(...waiting.latencies);
    unexpected += direct.unexpected + waiting.unexpected;
  }
  const direct = percentilesOf(latencies.direct);
  const waiting = percentilesOf(latencies.waiting);
  const added = { p50: round2(waiting.p50 - direct.p50), p99: round2(waiting.p99 - direct.p99) };
  return { direct, waiting, added, unexpected };
};
