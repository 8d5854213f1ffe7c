// What delivering costs: events written, deliveries made by the trigger, signed, sent, and every attempt written down,
// against bare POSTs of the same body to the same receivers, in alternating rounds of one run. Then the same with a dead, a
// slow and a dripping receiver among the others, to see what they cost the rest.

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openEmbeddedPostgres } from '../../src/platform/embedded-postgres/open.ts';
import { findPostmaster } from '../bench-database.ts';
import { processSeconds, serverSeconds } from '../cpu.ts';
import { runBarePosts } from './bare-posts.ts';
import { type BenchStage, openBenchStage } from './bench-stage.ts';
import { type Sink, startSink } from './start-sink.ts';

const receivers = 20;
const concurrencyEach = 10;
/** Enough that no lane runs dry, and not so much that the writing gets far ahead. */
const eventsEach = 25;
const backlogEach = 100;
const body = JSON.stringify({ event: 'sender_state', data: { note: 'x'.repeat(420) } });

const median = (values: readonly number[]): number =>
  [...values].sort((one, two) => one - two)[values.length >> 1] ?? 0;
const round2 = (value: number): number => Math.round(value * 100) / 100;
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** Keeps every receiver supplied for a while; answers what each of them took per second. */
const runDeliveries = async (stage: BenchStage, sink: Sink, seconds: number): Promise<number[]> => {
  const before = await stage.countDelivered();
  const takenBefore = await sink.counts();
  const begin = performance.now();
  let written = 0;
  while (performance.now() - begin < seconds * 1_000) {
    const taken = await sink.counts();
    const most = Math.max(...taken.map((count, index) => count - (takenBefore[index] ?? 0)));
    if (written - most < backlogEach) {
      await stage.writeEvents(eventsEach);
      written += eventsEach;
    } else await sleep(10);
  }
  const after = await stage.countDelivered();
  const elapsed = (performance.now() - begin) / 1_000;
  return stage.companies.map((company) => ((after.get(company) ?? 0) - (before.get(company) ?? 0)) / elapsed);
};

const drain = async (stage: BenchStage): Promise<void> => {
  while ((await stage.countWaiting()) > 0) await sleep(50);
};

interface Round {
  readonly bare: number;
  readonly ours: number;
  /** Of this process, and of PostgreSQL; per request or delivery. */
  readonly microseconds: { readonly bare: number; readonly ours: number; readonly postgres: number };
}

const runRound = async (stage: BenchStage, sink: Sink, plan: Plan): Promise<Round> => {
  const perOne = (seconds: number, rate: number): number =>
    Math.round((seconds * 1e6) / (rate * plan.seconds));
  const start = processSeconds(process.pid);
  const bare = await runBarePosts(sink.urls, concurrencyEach, body, plan.seconds);
  const [middle, postgresBefore] = [processSeconds(process.pid), serverSeconds(plan.postmaster)];
  const ours = sum(await runDeliveries(stage, sink, plan.seconds));
  const [end, postgresAfter] = [processSeconds(process.pid), serverSeconds(plan.postmaster)];
  return {
    bare: Math.round(bare),
    ours: Math.round(ours),
    microseconds: {
      bare: perOne(middle - start, bare),
      ours: perOne(end - middle, ours),
      postgres: perOne(postgresAfter - postgresBefore, ours),
    },
  };
};

const compareWithBare = async (stage: BenchStage, sink: Sink, plan: Plan, say: Say): Promise<object> => {
  const rounds: Round[] = [];
  await runDeliveries(stage, sink, 2);
  for (let index = 0; index < plan.rounds; index += 1) {
    await drain(stage);
    const round = await runRound(stage, sink, plan);
    rounds.push(round);
    const { bare, ours, microseconds } = round;
    say(
      `  bare POSTs ${bare}/s, deliveries ${ours}/s, ratio ${round2(ours / bare)}; processor time of one: ` +
        `bare ${microseconds.bare} us, ours ${microseconds.ours} us and PostgreSQL ${microseconds.postgres} us`,
    );
  }
  const ratio = round2(median(rounds.map(({ bare, ours }) => ours / bare)));
  say(`deliveries/bare ${ratio} (bar 0.4)\n`);
  return { rounds, ratio };
};

const compareFairness = async (stage: BenchStage, sink: Sink, plan: Plan, say: Say): Promise<object> => {
  const healthy = receivers - 3;
  await drain(stage);
  const alone = await runDeliveries(stage, sink, plan.seconds);
  await drain(stage);
  await sink.behave([...Array.from({ length: healthy }, () => 'good' as const), 'dead', 'slow', 'drip']);
  const among = await runDeliveries(stage, sink, Math.max(plan.seconds, 20));
  const rate = (rates: readonly number[]): number => sum(rates.slice(0, healthy));
  const ratio = round2(rate(among) / rate(alone));
  say(
    `${healthy} healthy receivers: ${Math.round(rate(alone))}/s, with a dead, a slow and a dripping one beside them ` +
      `${Math.round(rate(among))}/s, ratio ${ratio} (bar 0.8)`,
  );
  return { alone: alone.map(Math.round), among: among.map(Math.round), ratio };
};

interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  readonly postmaster: number;
}
type Say = (line: string) => void;

export const benchWebhooks = async (words: readonly string[]): Promise<object> => {
  const { values } = parseArgs({
    args: [...words],
    options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '8' } },
  });
  const say: Say = (line) => console.log(line);
  const dataDir = await mkdtemp(join(tmpdir(), 'hudhud-bench-'));
  // As root, PostgreSQL runs as another user, who must be able to pass.
  await chmod(dataDir, 0o711);
  const postgres = await openEmbeddedPostgres({ dataDir, holder: 'gateway', say: () => undefined });
  const plan = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    postmaster: await findPostmaster(postgres.connection),
  };
  const sink = await startSink(receivers);
  try {
    const stage = await openBenchStage({ ...postgres.connection, ssl: false }, sink.urls);
    say(
      `Delivering to ${receivers} receivers on ${availableParallelism()} cores shared with PostgreSQL and them.\n`,
    );
    const bare = await compareWithBare(stage, sink, plan, say);
    const fairness = await compareFairness(stage, sink, plan, say);
    await stage.stop();
    return { cores: availableParallelism(), plan, receivers, concurrencyEach, bare, fairness };
  } finally {
    sink.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
