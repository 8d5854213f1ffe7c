// Does a message cost more when millions lie in the table already? Two gateways on two databases of one server, one
// empty and one filled, take turns; the bar is on processor time per message, which a noisy neighbour moves least.

import { connectTo, createBenchDatabase, findPostmaster, type ServerConnection } from '../bench-database.ts';
import { median, round2 } from '../figures.ts';
import type { Say } from '../verdicts.ts';
import { measure, type Plan, type Round, routePaths } from './compare-routes.ts';
import { fillHistory } from './fill-history.ts';
import { startServer } from './start-server.ts';
import { timeLists } from './time-lists.ts';

const connections = 64;

export const compareHistory = async (connection: ServerConnection, plan: Plan, say: Say): Promise<object> => {
  const postmaster = await findPostmaster(connection);
  const emptyEnvironment = await createBenchDatabase(connection, 'bench_empty');
  const fullEnvironment = await createBenchDatabase(connection, 'bench_full');
  const empty = await startServer(emptyEnvironment);
  const full = await startServer(fullEnvironment);
  try {
    const client = await connectTo(connection, 'bench_full');
    say(`Filling the other database with ${plan.rows} messages and requests ...`);
    await fillHistory(client, full.companyId, plan.rows);
    await client.end();
    const lists = await timeLists(full);
    for (const { path, milliseconds } of lists) say(`${path}: ${milliseconds} ms`);
    const rounds: { empty: Round[]; full: Round[] } = { empty: [], full: [] };
    for (const server of [empty, full]) await measure(server, postmaster, routePaths.durable, connections, 2);
    for (let index = 0; index < plan.rounds * 2; index += 1) {
      rounds.empty.push(await measure(empty, postmaster, routePaths.durable, connections, plan.seconds));
      rounds.full.push(await measure(full, postmaster, routePaths.durable, connections, plan.seconds));
    }
    const middle = (list: readonly Round[], pick: (round: Round) => number): number => median(list.map(pick));
    const cost = (round: Round): number => round.cpuMicrosecondsPerMessage;
    const rate = (round: Round): number => round.perSecond;
    const result = {
      rows: plan.rows,
      emptyPerSecond: middle(rounds.empty, rate),
      fullPerSecond: middle(rounds.full, rate),
      emptyCpuMicroseconds: round2(middle(rounds.empty, cost)),
      fullCpuMicroseconds: round2(middle(rounds.full, cost)),
      rateRatio: round2(middle(rounds.empty, rate) / middle(rounds.full, rate)),
      cpuRatio: round2(middle(rounds.full, cost) / middle(rounds.empty, cost)),
    };
    say(
      `empty table: ${result.emptyPerSecond} req/s, ${result.emptyCpuMicroseconds} us of processor per message\n` +
        `${plan.rows} rows: ${result.fullPerSecond} req/s, ${result.fullCpuMicroseconds} us of processor per message\n` +
        `cost ratio full/empty: ${result.cpuRatio} by processor time, ${result.rateRatio} by rate (bar 1.15)`,
    );
    return { ...result, lists, rounds };
  } finally {
    await empty.stop();
    await full.stop();
  }
};
