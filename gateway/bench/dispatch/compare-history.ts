// Does a message or a status cost more when a million messages lie in the tables already? Two gateways on two databases of
// one server, one empty and one filled, take turns. The simulator holds its statuses back while messages are counted, and
// lets them go when statuses are; the bars are on processor time, which a noisy neighbour moves least.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerConnection } from '../bench-database.ts';
import { median, round2 } from '../figures.ts';
import { runLoad } from '../load.ts';
import { makeSendRequests } from '../send-requests.ts';
import { type BenchSimulator, statusesPerMessage } from '../stage/simulator.ts';
import { openStage, type Stage, unpaced } from '../stage/stage.ts';
import { microsecondsEach, watchCost } from '../stage/watch-cost.ts';
import type { Say } from '../verdicts.ts';
import { fillHistory } from './fill-history.ts';

export interface HistoryPlan {
  readonly rows: number;
  readonly rounds: number;
  readonly seconds: number;
}

interface Round {
  readonly messages: number;
  readonly perMessage: number;
  readonly perStatus: number;
}

export interface ComparedHistory {
  readonly rounds: { readonly empty: readonly Round[]; readonly full: readonly Round[] };
  /** Microseconds of processor time of gateway and PostgreSQL: of an empty table, of a full one, and their ratio. */
  readonly message: Comparison;
  readonly status: Comparison;
}

interface Comparison {
  readonly empty: number;
  readonly full: number;
  readonly ratio: number;
}

const connections = 32;
const perSecond = 400;
const requestsMade = 20_000;
/** As many statuses as come in one callback of a busy sender. */
const statusesPerCallback = 50;

const measure = async (stage: Stage, seconds: number): Promise<Round> => {
  const { simulator, target, companies } = stage;
  const requests = makeSendRequests(target, { callers: companies, count: requestsMade, isWaiting: true });
  const reportedBefore = await simulator.reportedStatuses();
  await simulator.change({ webhooks_held: true });
  const endSending = await watchCost(stage);
  const load = { ...target, connections, perSecond, seconds, requests, expectedStatus: 200 };
  const { answered } = await runLoad(load);
  const sending = await endSending();
  // Until the last message's last status waits with the others.
  await sleep(1_000);
  const endStatuses = await watchCost(stage);
  await simulator.change({ webhooks_held: false });
  await simulator.untilReported(reportedBefore + answered * statusesPerMessage);
  const statuses = await endStatuses();
  return {
    messages: answered,
    perMessage: microsecondsEach(sending, answered),
    perStatus: microsecondsEach(statuses, answered * statusesPerMessage),
  };
};

const compare = ({ empty, full }: ComparedHistory['rounds'], pick: (round: Round) => number): Comparison => {
  const [emptyCost, fullCost] = [median(empty.map(pick)), median(full.map(pick))];
  return { empty: round2(emptyCost), full: round2(fullCost), ratio: round2(fullCost / emptyCost) };
};

export const compareHistory = async (
  connection: ServerConnection,
  simulator: BenchSimulator,
  plan: HistoryPlan,
  say: Say,
): Promise<ComparedHistory> => {
  const shared = { connection, simulator, paces: [unpaced, unpaced, unpaced, unpaced] };
  const empty = await openStage({ ...shared, database: 'bench_empty' });
  const full = await openStage({ ...shared, database: 'bench_full' });
  try {
    say(`\nFilling a database with ${plan.rows} messages and all that belongs to them ...`);
    await fillHistory(full.client, full.companies[0]?.companyId ?? '', plan.rows);
    await simulator.change({ webhook_batch_max: statusesPerCallback });
    for (const stage of [empty, full]) await measure(stage, Math.min(3, plan.seconds));
    const rounds: { empty: Round[]; full: Round[] } = { empty: [], full: [] };
    for (let index = 0; index < plan.rounds; index += 1) {
      rounds.empty.push(await measure(empty, plan.seconds));
      rounds.full.push(await measure(full, plan.seconds));
    }
    return {
      rounds,
      message: compare(rounds, (round) => round.perMessage),
      status: compare(rounds, (round) => round.perStatus),
    };
  } finally {
    await empty.stop();
    await full.stop();
    await simulator.change({ webhook_batch_max: 1_000, webhooks_held: false });
  }
};
