// What a stretch of work costs: the processor time of every process, the commits of the database, and the gateway's memory.

import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { processSeconds, serverSeconds } from '../cpu.ts';
import { round2 } from '../figures.ts';
import type { Stage } from './stage.ts';

const processNames = ['gateway', 'postgres', 'simulator', 'load'] as const;
type ProcessName = (typeof processNames)[number];

export type Cores = Readonly<Record<ProcessName, number>>;

export interface Cost {
  readonly seconds: number;
  /** Seconds of processor time. */
  readonly spent: Cores;
  readonly commits: number;
}

const pageBytes = 4096;
const megabyte = 1_048_576;

/** Memory of a process in megabytes. */
export const memoryOf = (processId: number): number => {
  const pages = Number(readFileSync(`/proc/${processId}/statm`, 'utf8').split(' ')[1]);
  return Math.round((pages * pageBytes) / megabyte);
};

const readCommits = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ commits: string }>(
    'select xact_commit as commits from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.commits ?? 0);
};

const readSpent = (stage: Stage): Cores => ({
  gateway: stage.gateways.reduce((sum, { processId }) => sum + processSeconds(processId), 0),
  postgres: serverSeconds(stage.postmasterId),
  simulator: processSeconds(stage.simulator.processId),
  load: processSeconds(process.pid),
});

const mapCores = (of: (name: ProcessName) => number): Cores =>
  Object.fromEntries(processNames.map((name) => [name, of(name)])) as Record<ProcessName, number>;

/** Begins to watch; the answer ends it. */
export const watchCost = async (stage: Stage): Promise<() => Promise<Cost>> => {
  const commits = await readCommits(stage.client);
  const before = readSpent(stage);
  const begin = performance.now();
  return async () => {
    const seconds = (performance.now() - begin) / 1000;
    const after = readSpent(stage);
    return {
      seconds,
      spent: mapCores((name) => after[name] - before[name]),
      commits: (await readCommits(stage.client)) - commits,
    };
  };
};

export const coresOf = ({ spent, seconds }: Cost): Cores => mapCores((name) => round2(spent[name] / seconds));

/** Microseconds of processor time that the gateway and its database spent on each. */
export const microsecondsEach = ({ spent }: Cost, count: number): number =>
  round2(((spent.gateway + spent.postgres) * 1e6) / Math.max(1, count));
