// `npm run bench -- processes`: what a message costs by three gateways on one database and by one, under the same load in
// turns. Each message is a waiting send with its three statuses. A send comes in at any gateway, as do the callbacks of a
// company, and goes out by the one that owns the lane of its sender: by two of three messages that is another.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import type { ServerConnection } from '../bench-database.ts';
import { withBenchServers } from '../bench-postgres.ts';
import { median, round2 } from '../figures.ts';
import { runLoad } from '../load.ts';
import { makeSendRequests } from '../send-requests.ts';
import { type BenchSimulator, startSimulator, statusesPerMessage } from '../stage/simulator.ts';
import { openStage, type Stage, unpaced } from '../stage/stage.ts';
import { type Cost, memoryOf, watchCost } from '../stage/watch-cost.ts';
import { atMost, sayVerdicts } from '../verdicts.ts';
import { readWrites, type Writes, writesSince } from '../versus/row-writes.ts';

interface Plan {
  readonly processes: number;
  readonly senders: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly perSecond: number;
}

interface Round {
  readonly messages: number;
  /** Answered otherwise than with `sent`. */
  readonly unexpected: number;
  /** Microseconds of processor time for each message, of all gateways. */
  readonly gateway: number;
  readonly postgres: number;
  readonly commits: number;
  readonly p50Milliseconds: number;
  readonly writes: Writes;
}

interface Contender {
  readonly name: string;
  readonly stage: Stage;
  readonly rounds: Round[];
}

const connections = 60;
const requestsMade = 20_000;
/** Long enough for the last status to be committed, and for the counts to be folded. */
const settleMilliseconds = 1_500;
const idleMilliseconds = 10_000;
/** Each connection plans each statement once, and three gateways have three times as many. */
const warmUpRounds = 4;
const bar = 1.2;
const shareSecondsMax = 60;
/** On a busy machine callbacks would be kept and worked off later: the neighbours' load would be counted as a cost. */
const environment = { CALLBACK_ANSWER_MILLISECONDS: '60000' };

/** How many lanes each living process has. */
const readShares = async (client: pg.Client): Promise<number[]> => {
  const { rows } = await client.query<{ lanes: number }>(
    `select count(*)::integer as lanes from lanes join processes on epoch = owner_epoch
     where lease_until > now() group by epoch`,
  );
  return rows.map(({ lanes }) => lanes);
};

const untilShared = async ({ client, gateways }: Stage, senders: number): Promise<void> => {
  const giveUpAt = performance.now() + shareSecondsMax * 1000;
  for (;;) {
    const shares = await readShares(client);
    const isWhole = shares.reduce((sum, share) => sum + share, 0) === senders;
    if (isWhole && shares.length === gateways.length && Math.max(...shares) - Math.min(...shares) <= 1)
      return;
    if (performance.now() > giveUpAt) throw new Error(`The lanes are not shared out: ${shares.join(', ')}`);
    await sleep(200);
  }
};

/** Always as many generators, so that each message meets the same load on its way, to one gateway or to three. */
const sendFrom = async ({ gateways, companies }: Stage, plan: Plan) => {
  const results = await Promise.all(
    Array.from({ length: plan.processes }, (_, index) => {
      const target = (gateways[index % gateways.length] ?? gateways[0])?.target ?? { host: '', port: 0 };
      // Each generator begins with another company, so that every gateway gets sends of all of them.
      const callers = companies.map((_, at) => companies[(at + index) % companies.length] ?? companies[0]);
      return runLoad({
        ...target,
        connections: Math.ceil(connections / plan.processes),
        perSecond: plan.perSecond / plan.processes,
        seconds: plan.seconds,
        requests: makeSendRequests(target, {
          callers: callers.filter((caller) => caller !== undefined),
          count: Math.ceil(requestsMade / plan.processes),
          isWaiting: true,
        }),
        expectedStatus: 200,
      });
    }),
  );
  const unexpected = results.reduce((sum, result) => sum + result.unexpected, 0);
  return {
    unexpected,
    answered: results.reduce((sum, result) => sum + result.answered, 0),
    p50Milliseconds: median(results.map((result) => result.p50Milliseconds)),
  };
};

const measure = async ({ stage }: Contender, simulator: BenchSimulator, plan: Plan): Promise<Round> => {
  const statusesBefore = await simulator.reportedStatuses();
  const writesBefore = await readWrites(stage.client);
  const endCost = await watchCost(stage);
  const { answered, unexpected, p50Milliseconds } = await sendFrom(stage, plan);
  await simulator.untilReported(statusesBefore + answered * statusesPerMessage);
  await sleep(settleMilliseconds);
  const { spent, commits } = await endCost();
  const each = (seconds: number): number => round2((seconds * 1e6) / answered);
  return {
    messages: answered,
    unexpected,
    gateway: each(spent.gateway),
    postgres: each(spent.postgres),
    commits: round2(commits / answered),
    p50Milliseconds,
    writes: writesSince(writesBefore, await readWrites(stage.client), answered),
  };
};

const row = (name: string, round: Omit<Round, 'messages' | 'unexpected'>): string =>
  [
    name.padEnd(8),
    `gateway ${Math.round(round.gateway)} us`.padStart(16),
    `postgres ${Math.round(round.postgres)} us`.padStart(18),
    `both ${Math.round(round.gateway + round.postgres)} us`.padStart(16),
    `${round.commits} commits`.padStart(15),
    `${round.writes.total} row writes`.padStart(20),
    `p50 ${Math.round(round.p50Milliseconds)} ms`.padStart(12),
  ].join('');

const summarize = ({ name, rounds }: Contender) => {
  const of = (pick: (round: Round) => number): number => median(rounds.map(pick));
  return {
    name,
    gateway: of(({ gateway }) => gateway),
    postgres: of(({ postgres }) => postgres),
    total: of(({ gateway, postgres }) => gateway + postgres),
    commits: of(({ commits }) => commits),
    p50Milliseconds: of(({ p50Milliseconds }) => p50Milliseconds),
    writes: rounds.at(-1)?.writes ?? { total: 0, tables: {} },
  };
};

/** Milliseconds of processor time a second while there is nothing to do. */
const measureIdle = async ({ name, stage }: Contender) => {
  const endCost = await watchCost(stage);
  await sleep(idleMilliseconds);
  const { spent, seconds, commits }: Cost = await endCost();
  const each = (spentSeconds: number): number => round2((spentSeconds * 1e3) / seconds);
  const idle = {
    name,
    gateway: each(spent.gateway),
    postgres: each(spent.postgres),
    commits: round2(commits / seconds),
  };
  const megabytes = stage.gateways.map(({ processId }) => memoryOf(processId));
  console.log(
    `${name.padEnd(8)}idle: gateway ${idle.gateway} ms/s, postgres ${idle.postgres} ms/s, ${idle.commits} commits/s, ${megabytes.join(' + ')} MB`,
  );
  return { ...idle, megabytes };
};

const compare = async (
  [one, several]: readonly [Contender, Contender],
  simulator: BenchSimulator,
  plan: Plan,
) => {
  const both = [one, several];
  // Code that is still being compiled costs more than the messages, and a lane must exist before the first measured
  // message.
  for (const contender of both) {
    // Each process has compiled as much as the one alone, before anything is measured.
    for (let turn = 0; turn < warmUpRounds * contender.stage.gateways.length; turn += 1) {
      await measure(contender, simulator, plan);
      await untilShared(contender.stage, plan.senders);
    }
  }
  const idle = [];
  for (const contender of both) idle.push(await measureIdle(contender));
  for (let turn = 0; turn < plan.rounds; turn += 1) {
    for (const contender of both) {
      const round = await measure(contender, simulator, plan);
      if (round.unexpected > 0) throw new Error(`${round.unexpected} sends were not answered 200`);
      contender.rounds.push(round);
      console.log(row(contender.name, round));
    }
  }
  const figures = both.map(summarize);
  console.log('\nMedians:');
  for (const figure of figures) {
    console.log(row(figure.name, figure));
    for (const [table, count] of Object.entries(figure.writes.tables)) console.log(`  ${table}: ${count}`);
  }
  const [alone, shared] = [summarize(one), summarize(several)];
  const verdicts = [
    atMost(`cost of ${plan.processes} gateways / of one, gateway`, shared.gateway / alone.gateway, bar),
    atMost(`cost of ${plan.processes} gateways / of one, PostgreSQL`, shared.postgres / alone.postgres, bar),
    atMost(`cost of ${plan.processes} gateways / of one, both`, shared.total / alone.total, bar),
  ];
  sayVerdicts(verdicts, console.log);
  return { plan, idle, figures, verdicts, rounds: both.map(({ name, rounds }) => ({ name, rounds })) };
};

const readPlan = (words: readonly string[]): Plan => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      processes: { type: 'string', default: '3' },
      senders: { type: 'string', default: '12' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '8' },
      rate: { type: 'string', default: '150' },
    },
  });
  return {
    processes: Number(values.processes),
    senders: Number(values.senders),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    perSecond: Number(values.rate),
  };
};

export const benchProcesses = async (words: readonly string[]) => {
  const plan = readPlan(words);
  return await withBenchServers(2, async (servers) => {
    const simulator = await startSimulator();
    const opened: Stage[] = [];
    const open = async (name: string, processes: number, at: number): Promise<Contender> => {
      const stage = await openStage({
        connection: servers[at] as ServerConnection,
        simulator,
        database: `bench_${name}`,
        paces: Array.from({ length: plan.senders }, () => unpaced),
        processes,
        environment,
      });
      opened.push(stage);
      return { name, stage, rounds: [] };
    };
    try {
      return await compare(
        [await open('one', 1, 0), await open('several', plan.processes, 1)],
        simulator,
        plan,
      );
    } finally {
      for (const stage of opened) await stage.stop();
      await simulator.stop();
    }
  });
};
