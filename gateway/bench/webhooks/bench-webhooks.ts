// `npm run bench -- webhooks`: what delivering costs against bare POSTs, what bad receivers cost their neighbours, and the
// whole loop from a request to the last webhook.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findPostmaster, type ServerConnection } from '../bench-database.ts';
import { withBenchPostgres } from '../bench-postgres.ts';
import type { FlowPlan } from '../dispatch/message-flow.ts';
import { startSimulator } from '../stage/simulator.ts';
import { openStage, unpaced } from '../stage/stage.ts';
import { atLeast, type Part, type Say, sayVerdicts, type Verdict } from '../verdicts.ts';
import { openBenchStage } from './bench-stage.ts';
import { compareBare } from './compare-bare.ts';
import { compareNeighbours } from './compare-neighbours.ts';
import { loopHead, loopRow, type MeasuredLoop, measureLoop, sustained } from './measure-loop.ts';
import { openWebhooks, webhooksPerCompany } from './open-webhooks.ts';
import { startSink } from './start-sink.ts';

interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  readonly loops: readonly FlowPlan[];
}

const partNames = ['bare', 'neighbours', 'loop'] as const;
type PartName = (typeof partNames)[number];

const receivers = 20;
const companies = 20;
/** Messages per second that must be kept up. */
const loopBar = 300;
const warmUp: FlowPlan = { perSecond: 100, seconds: 3 };

const runEngine = async (
  connection: ServerConnection,
  plan: Plan,
  parts: ReadonlySet<PartName>,
  say: Say,
): Promise<Part> => {
  const sink = await startSink(receivers);
  const stage = await openBenchStage({ ...connection, ssl: false }, sink.urls);
  const verdicts: Verdict[] = [];
  const figures: Record<string, object> = {};
  try {
    if (parts.has('bare')) {
      const postmasterId = await findPostmaster(connection);
      const bare = await compareBare(stage, sink, { ...plan, postmasterId }, say);
      figures.bare = bare;
      verdicts.push(atLeast('deliveries / bare POSTs', bare.ratio, 0.4));
    }
    if (parts.has('neighbours')) {
      const neighbours = await compareNeighbours(stage, sink, plan.seconds, say);
      figures.neighbours = neighbours;
      verdicts.push(atLeast(`${neighbours.healthy} healthy beside bad ones / alone`, neighbours.ratio, 0.8));
    }
  } finally {
    await stage.stop();
    sink.stop();
  }
  return { figures, verdicts };
};

const runLoop = async (connection: ServerConnection, plan: Plan, say: Say): Promise<Part> => {
  const simulator = await startSimulator();
  const sink = await startSink(companies * webhooksPerCompany);
  const paces = Array.from({ length: companies }, () => unpaced);
  const stage = await openStage({ connection, simulator, database: 'bench_loop', paces });
  const loops: MeasuredLoop[] = [];
  try {
    await openWebhooks(stage, sink);
    await measureLoop(stage, sink, warmUp);
    say(`\n${loopHead}`);
    for (const loop of plan.loops) {
      const measured = await measureLoop(stage, sink, loop);
      loops.push(measured);
      say(loopRow(measured));
    }
  } finally {
    await stage.stop();
    await simulator.stop();
    sink.stop();
  }
  const verdicts = loops
    .filter(({ perSecond }) => perSecond === loopBar)
    .map((loop) =>
      atLeast(`the whole loop for ${loop.seconds} s, steady, messages/s`, sustained(loop), loopBar),
    );
  return { figures: { loops }, verdicts };
};

const runParts = async (
  connection: ServerConnection,
  plan: Plan,
  parts: ReadonlySet<PartName>,
  say: Say,
): Promise<object> => {
  const done: Part[] = [];
  if (parts.has('bare') || parts.has('neighbours')) done.push(await runEngine(connection, plan, parts, say));
  if (parts.has('loop')) done.push(await runLoop(connection, plan, say));
  const verdicts = done.flatMap((part) => part.verdicts);
  sayVerdicts(verdicts, say);
  const figures = Object.assign({}, ...done.map((part) => part.figures)) as object;
  return { cores: availableParallelism(), plan, figures, verdicts };
};

export const benchWebhooks = async (words: readonly string[]): Promise<object> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      short: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '8' },
      parts: { type: 'string', default: partNames.join(',') },
    },
  });
  const asked = values.parts.split(',');
  const parts = new Set(partNames.filter((name) => asked.includes(name)));
  const plan: Plan = values.short
    ? { rounds: 1, seconds: 4, loops: [{ perSecond: loopBar, seconds: 10 }] }
    : {
        rounds: Number(values.rounds),
        seconds: Number(values.seconds),
        loops: [
          { perSecond: loopBar, seconds: 60 },
          { perSecond: null, seconds: 15 },
        ],
      };
  const say: Say = (line) => console.log(line);
  say(
    `Delivering on ${availableParallelism()} cores shared by gateway, PostgreSQL, receivers, simulator and load.\n`,
  );
  return await withBenchPostgres((connection) => runParts(connection, plan, parts, say));
};
