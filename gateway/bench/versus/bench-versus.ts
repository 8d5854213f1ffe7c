// `npm run bench -- versus --tree <checkout>`: what a message costs here and in another checkout of the gateway, in turns,
// each on a PostgreSQL of its own. Each message is a waiting send with its three statuses, each delivered once. With
// `--here <checkout>`, that one stands for this one: what a change of the past has cost.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ServerConnection } from '../bench-database.ts';
import { withBenchServers } from '../bench-postgres.ts';
import { median, round2 } from '../figures.ts';
import { runLoad } from '../load.ts';
import { makeSendRequests } from '../send-requests.ts';
import { type BenchSimulator, startSimulator, statusesPerMessage } from '../stage/simulator.ts';
import { openStage, type Stage, unpaced } from '../stage/stage.ts';
import { type Cost, memoryOf, watchCost } from '../stage/watch-cost.ts';
import { type Sink, startSink } from '../webhooks/start-sink.ts';
import { readWrites, type Writes, writesSince } from './row-writes.ts';

interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly hasWebhook: boolean;
  /** Messages that each carries before anything is measured. */
  readonly warmUp: number;
}

interface Round {
  readonly messages: number;
  /** Microseconds of processor time for each message. */
  readonly gateway: number;
  readonly postgres: number;
  readonly commits: number;
  /** Until a send was answered. */
  readonly p50Milliseconds: number;
  /** The gateway's memory in MB, at the end. */
  readonly memory: number;
  readonly writes: Writes;
}

interface Contender {
  readonly name: string;
  readonly stage: Stage;
  readonly rounds: Round[];
}

/** The cost of a message by checkout: this one first. */
export interface VersusFigures {
  readonly plan: Plan;
  readonly figures: readonly ReturnType<typeof summarize>[];
  readonly whole: readonly ReturnType<typeof wholeCost>[];
  readonly rounds: readonly { readonly name: string; readonly rounds: readonly Round[] }[];
}

const companies = 4;
const connections = 64;
const requestsMade = 20_000;
/** Long enough for the last delivery to be committed, and for the counts to be folded. */
const settleMilliseconds = 1_500;
const idleMilliseconds = 5_000;
/** Quicker than the rounds, or a gateway would take minutes to be warm. */
const warmUpPerSecond = 300;
/** On a busy machine callbacks would be kept and worked off later: the neighbours' load would be counted as a cost. */
const environment = { CALLBACK_ANSWER_MILLISECONDS: '60000' };

const addWebhooks = async ({ target, companies }: Stage, sink: Sink): Promise<void> => {
  for (const [index, { companyId, token }] of companies.entries()) {
    const answer = await fetch(`http://${target.host}:${target.port}/api/v1/webhooks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'x-company-id': companyId,
      },
      body: JSON.stringify({ url: sink.urls[index] }),
    });
    if (answer.status !== 201) throw new Error(`A webhook was refused: ${await answer.text()}`);
  }
};

const countReceived = async (sink: Sink): Promise<number> =>
  (await sink.counts()).reduce((sum, count) => sum + count, 0);

const measure = async (
  { stage }: Contender,
  simulator: BenchSimulator,
  sink: Sink,
  plan: Plan,
): Promise<Round> => {
  const requests = makeSendRequests(stage.target, {
    callers: stage.companies,
    count: requestsMade,
    isWaiting: true,
  });
  const [statusesBefore, receivedBefore] = [await simulator.reportedStatuses(), await countReceived(sink)];
  const writesBefore = await readWrites(stage.client);
  const endCost = await watchCost(stage);
  const load = { ...stage.target, connections, perSecond: plan.perSecond, seconds: plan.seconds, requests };
  const { answered, unexpected, p50Milliseconds } = await runLoad({ ...load, expectedStatus: 200 });
  if (unexpected > 0) throw new Error(`${unexpected} sends were not answered 200`);
  await simulator.untilReported(statusesBefore + answered * statusesPerMessage);
  while (plan.hasWebhook && (await countReceived(sink)) < receivedBefore + answered * statusesPerMessage)
    await sleep(20);
  await sleep(settleMilliseconds);
  const { spent, commits } = await endCost();
  const each = (seconds: number): number => round2((seconds * 1e6) / answered);
  return {
    messages: answered,
    gateway: each(spent.gateway),
    postgres: each(spent.postgres),
    commits: round2(commits / answered),
    p50Milliseconds,
    memory: memoryOf(stage.gatewayId),
    writes: writesSince(writesBefore, await readWrites(stage.client), answered),
  };
};

const row = (name: string, round: Omit<Round, 'messages'>): string => {
  const { gateway, postgres, commits, p50Milliseconds, memory, writes } = round;
  return [
    name.padEnd(8),
    `gateway ${Math.round(gateway)} us`.padStart(16),
    `postgres ${Math.round(postgres)} us`.padStart(18),
    `both ${Math.round(gateway + postgres)} us`.padStart(16),
    `${round2(commits)} commits`.padStart(15),
    `p50 ${Math.round(p50Milliseconds)} ms`.padStart(12),
    `${writes.total} row writes`.padStart(20),
    `${memory} MB`.padStart(9),
  ].join('');
};

const medianOf = (rounds: readonly Round[], pick: (round: Round) => number): number =>
  median(rounds.map(pick));

const summarize = ({ name, rounds }: Contender) => ({
  name,
  gateway: medianOf(rounds, ({ gateway }) => gateway),
  postgres: medianOf(rounds, ({ postgres }) => postgres),
  total: medianOf(rounds, ({ gateway, postgres }) => gateway + postgres),
  commits: medianOf(rounds, ({ commits }) => commits),
  p50Milliseconds: medianOf(rounds, ({ p50Milliseconds }) => p50Milliseconds),
  memory: Math.max(...rounds.map(({ memory }) => memory)),
  writes: rounds.at(-1)?.writes ?? { total: 0, tables: {} },
});

/**
 * PostgreSQL cleans up behind a round whenever it likes, and with two servers in turns it may always like to do so in one's
 * own rounds and in the other's pauses: two equal checkouts differed by 6 %. Over the whole run all of it counts.
 */
const wholeCost = ({ spent }: Cost, { name, rounds }: Contender) => {
  const messages = rounds.reduce((sum, round) => sum + round.messages, 0);
  const each = (seconds: number): number => Math.round((seconds * 1e6) / messages);
  const { gateway, postgres } = spent;
  return { name, gateway: each(gateway), postgres: each(postgres), total: each(gateway + postgres) };
};

const compare = async (
  contenders: readonly Contender[],
  simulator: BenchSimulator,
  sink: Sink,
  plan: Plan,
): Promise<VersusFigures> => {
  // Code that is still being compiled costs more than the messages.
  const warmUp = { ...plan, perSecond: warmUpPerSecond, seconds: plan.warmUp / warmUpPerSecond };
  for (const contender of contenders) await measure(contender, simulator, sink, warmUp);
  for (const contender of contenders) await measureIdle(contender);
  const endWhole = await Promise.all(
    contenders.map(async (contender) => ({ contender, end: await watchCost(contender.stage) })),
  );
  for (let index = 0; index < plan.rounds; index += 1) {
    for (const contender of contenders) {
      const round = await measure(contender, simulator, sink, plan);
      contender.rounds.push(round);
      console.log(row(contender.name, round));
    }
  }
  const figures = contenders.map(summarize);
  console.log('\nMedians:');
  for (const figure of figures) {
    console.log(row(figure.name, figure));
    for (const [table, count] of Object.entries(figure.writes.tables)) console.log(`  ${table}: ${count}`);
  }
  const whole = await Promise.all(
    endWhole.map(async ({ contender, end }) => wholeCost(await end(), contender)),
  );
  console.log('\nThe whole run, with what each did while it was not its turn:');
  for (const { name, gateway, postgres, total } of whole) {
    console.log(`${name.padEnd(8)}gateway ${gateway} us, postgres ${postgres} us, both ${total} us`);
  }
  const [here, there] = whole;
  if (here && there) console.log(`here / there: ${round2(here.total / there.total)}`);
  return { plan, figures, whole, rounds: contenders.map(({ name, rounds }) => ({ name, rounds })) };
};

/** The cost of each while idle, in milliseconds of processor time a second. */
const measureIdle = async ({ name, stage }: Contender): Promise<void> => {
  const endCost = await watchCost(stage);
  await sleep(idleMilliseconds);
  const { spent, seconds } = await endCost();
  const each = (spentSeconds: number): number => Math.round((spentSeconds * 1e3) / seconds);
  console.log(
    `${name.padEnd(8)}idle: gateway ${each(spent.gateway)} ms/s, postgres ${each(spent.postgres)} ms/s`,
  );
};

export const benchVersus = async (words: readonly string[]): Promise<VersusFigures> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      tree: { type: 'string' },
      here: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '8' },
      rate: { type: 'string', default: '150' },
      'no-webhook': { type: 'boolean', default: false },
      'warm-up': { type: 'string', default: '6000' },
    },
  });
  const plan: Plan = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    perSecond: Number(values.rate),
    hasWebhook: !values['no-webhook'],
    warmUp: Number(values['warm-up']),
  };
  const trees: [string, string | undefined][] = [['here', values.here]];
  if (values.tree) trees.push(['there', values.tree]);
  return await withBenchServers(trees.length, async (connections) => {
    const simulator = await startSimulator();
    const sink = await startSink(companies);
    const paces = Array.from({ length: companies }, () => unpaced);
    const contenders: Contender[] = [];
    try {
      for (const [index, [name, tree]] of trees.entries()) {
        const connection = connections[index] as ServerConnection;
        const place = { connection, simulator, database: `bench_${name}`, paces, environment };
        const stage = await openStage(tree === undefined ? place : { ...place, tree });
        if (plan.hasWebhook) await addWebhooks(stage, sink);
        contenders.push({ name, stage, rounds: [] });
      }
      return await compare(contenders, simulator, sink, plan);
    } finally {
      for (const { stage } of contenders) await stage.stop();
      await simulator.stop();
      sink.stop();
    }
  });
};
