// The three routes against each other, in alternating rounds at each number of connections.

import { createBenchDatabase, findPostmaster, type ServerConnection } from '../bench-database.ts';
import { processSeconds, serverSeconds } from '../cpu.ts';
import { median, round2 } from '../figures.ts';
import { type LoadResult, runLoad } from '../load.ts';
import type { Say } from '../verdicts.ts';
import { type BenchServer, makeRequests, startServer } from './start-server.ts';

export interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: readonly number[];
  readonly rows: number;
}

export const routePaths = {
  bare: '/bare/api/v1/messages/send',
  durable: '/api/v1/messages/send',
  single: '/single/api/v1/messages/send',
} as const;
type RouteName = keyof typeof routePaths;

export interface Round extends LoadResult {
  readonly rowsPerCommit: number | null;
  /** Cores in use, of the gateway, of PostgreSQL and of the load generator. */
  readonly cores: { readonly gateway: number; readonly postgres: number; readonly load: number };
  readonly cpuMicrosecondsPerMessage: number;
}

const readCommits = async (server: BenchServer): Promise<{ rows: number; commits: number }> => {
  const text = await (await fetch(`http://${server.host}:${server.port}/metrics`)).text();
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  return { rows: value('hudhud_commit_rows_sum'), commits: value('hudhud_commit_rows_count') };
};

export const measure = async (
  server: BenchServer,
  postmaster: number,
  path: string,
  connections: number,
  seconds: number,
): Promise<Round> => {
  const read = () => ({
    gateway: processSeconds(server.processId),
    postgres: serverSeconds(postmaster),
    load: processSeconds(process.pid),
  });
  const commitsBefore = await readCommits(server);
  const before = read();
  const { host, port } = server;
  const requests = makeRequests(server, path);
  const result = await runLoad({ host, port, connections, seconds, requests, expectedStatus: 202 });
  const after = read();
  const commitsAfter = await readCommits(server);
  const commits = commitsAfter.commits - commitsBefore.commits;
  const spent = {
    gateway: after.gateway - before.gateway,
    postgres: after.postgres - before.postgres,
    load: after.load - before.load,
  };
  return {
    ...result,
    rowsPerCommit: commits > 0 ? round2((commitsAfter.rows - commitsBefore.rows) / commits) : null,
    cores: {
      gateway: round2(spent.gateway / seconds),
      postgres: round2(spent.postgres / seconds),
      load: round2(spent.load / seconds),
    },
    cpuMicrosecondsPerMessage: round2(((spent.gateway + spent.postgres) * 1e6) / result.answered),
  };
};

const row = (name: string, connections: number, rounds: readonly Round[]): string => {
  const of = (pick: (round: Round) => number): number => round2(median(rounds.map(pick)));
  const cells = [
    name.padEnd(8),
    String(connections).padStart(5),
    String(of((round) => round.perSecond)).padStart(9),
    String(of((round) => round.p50Milliseconds)).padStart(8),
    String(of((round) => round.p99Milliseconds)).padStart(8),
    String(of((round) => round.rowsPerCommit ?? 0) || '').padStart(12),
    String(of((round) => round.cores.gateway)).padStart(9),
    String(of((round) => round.cores.postgres)).padStart(10),
    String(of((round) => round.cores.load)).padStart(6),
  ];
  return cells.join('');
};

export const compareRoutes = async (
  connection: ServerConnection,
  plan: Plan,
  say: Say,
): Promise<object[]> => {
  const postmaster = await findPostmaster(connection);
  const server = await startServer(await createBenchDatabase(connection, 'bench_routes'));
  const names = Object.keys(routePaths) as RouteName[];
  const results: object[] = [];
  try {
    for (const name of names) await measure(server, postmaster, routePaths[name], 64, 2);
    say('route    conns     req/s  p50 ms  p99 ms rows/commit  gateway  postgres  load (cores)');
    for (const connections of plan.connections) {
      const rounds: Record<RouteName, Round[]> = { bare: [], durable: [], single: [] };
      for (let index = 0; index < plan.rounds; index += 1) {
        for (const name of names) {
          rounds[name].push(await measure(server, postmaster, routePaths[name], connections, plan.seconds));
        }
      }
      for (const name of names) say(row(name, connections, rounds[name]));
      const rate = (name: RouteName): number => median(rounds[name].map((round) => round.perSecond));
      const ratios = {
        durableToBare: round2(rate('durable') / rate('bare')),
        durableToSingle: round2(rate('durable') / rate('single')),
      };
      const unexpected = names.reduce(
        (sum, name) => sum + rounds[name].reduce((inner, round) => inner + round.unexpected, 0),
        0,
      );
      say(
        `         ${connections} connections: durable/bare ${ratios.durableToBare} (bar 0.35), durable/single ${ratios.durableToSingle} (bar 2), unexpected answers ${unexpected}\n`,
      );
      results.push({ connections, ...ratios, unexpected, rounds });
    }
  } finally {
    await server.stop();
  }
  return results;
};
