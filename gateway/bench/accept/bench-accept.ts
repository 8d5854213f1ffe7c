// What durable acceptance costs: (a) a route that checks the same body and stores nothing, (b) the real route, (c) the
// real route with one INSERT per request. All in one run, in alternating rounds, because machines are noisy and only
// ratios inside a run can be trusted. Then the same messages into an empty table and into one with millions of rows.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { withBenchPostgres } from '../bench-postgres.ts';
import { compareHistory } from './compare-history.ts';
import { compareRoutes } from './compare-routes.ts';

export const benchAccept = async (words: readonly string[]): Promise<object> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '64,256' },
      rows: { type: 'string', default: '5000000' },
    },
  });
  const plan = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: values.connections.split(',').map(Number),
    rows: Number(values.rows),
  };
  const say = (line: string): void => console.log(line);
  return await withBenchPostgres(async (connection) => {
    say(
      `Accepting messages on ${availableParallelism()} cores shared with PostgreSQL and the load generator.\n`,
    );
    const routes = await compareRoutes(connection, plan, say);
    const history = plan.rows > 0 ? await compareHistory(connection, plan, say) : null;
    return { cores: availableParallelism(), plan, routes, history };
  });
};
