// What sending costs, from the accepted request to the last status: gateway, PostgreSQL, simulator and load generator in
// processes of their own on one machine. Everything that is compared is measured in the same run.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { ServerConnection } from '../bench-database.ts';
import { withBenchPostgres } from '../bench-postgres.ts';
import { directNumber, startSimulator } from '../stage/simulator.ts';
import { openStage, type Stage, unpaced } from '../stage/stage.ts';
import { atLeast, atMost, type Part, type Say, sayVerdicts, type Verdict } from '../verdicts.ts';
import { compareForwarder } from './compare-forwarder.ts';
import { compareHistory } from './compare-history.ts';
import { measureFloor } from './measure-floor.ts';
import { journeyHead, journeyRow, type MeasuredJourney, measureJourney } from './measure-journey.ts';
import { measureWaiting } from './measure-waiting.ts';
import {
  type DispatchPlan,
  journeyBar,
  longPlan,
  manySenders,
  type PartName,
  partNames,
  shortPlan,
} from './plans.ts';

const floorConnections = 64;
const providerSeconds = 10;
const providerRounds = 3;
/** Node compiles what is hot little by little: after a few seconds a message still costs a quarter more than later. */
const warmUp = { senders: manySenders, perSecond: null, seconds: 20 };

/** The rate that was accepted and worked off as fast; zero when a backlog grew or a message was lost. */
const sustained = ({ isSteady, messages, read, accepting }: MeasuredJourney): number =>
  isSteady && read === messages ? accepting.perSecond : 0;

const runJourneys = async (stage: Stage, plan: DispatchPlan, say: Say): Promise<Part> => {
  say(journeyHead);
  const journeys: MeasuredJourney[] = [];
  for (const journey of plan.journeys) {
    const measured = await measureJourney(stage, journey);
    journeys.push(measured);
    say(journeyRow(measured));
  }
  const floor = await measureFloor(stage.simulator.address, floorConnections, plan.floorSeconds);
  say(`floor: plain undici POSTs to the simulator, ${floorConnections} at a time: ${floor.perSecond}/s`);
  const verdicts = journeys
    .filter(({ perSecond }) => perSecond === journeyBar)
    .map((journey) =>
      atLeast(
        `end to end for ${journey.seconds} s, steady, ${journey.senders} sender(s), messages/s`,
        sustained(journey),
        journeyBar,
      ),
    );
  return { figures: { journeys, floor }, verdicts };
};

const runWaiting = async (stage: Stage, plan: DispatchPlan, say: Say): Promise<Part> => {
  const figures = await measureWaiting(stage, plan.waiting);
  const { direct, waiting, added, unexpected } = figures;
  say(
    `\nwaiting send at ${plan.waiting.perSecond}/s: p50 ${waiting.p50} ms, p99 ${waiting.p99} ms; ` +
      `direct call: p50 ${direct.p50} ms, p99 ${direct.p99} ms; unexpected answers ${unexpected}`,
  );
  return {
    figures,
    verdicts: [
      atMost('added by a waiting send, p50 ms', added.p50, 5),
      atMost('added by a waiting send, p99 ms', added.p99, 25),
    ],
  };
};

const runForwarder = async (stage: Stage, plan: DispatchPlan, say: Say): Promise<Part> => {
  const figures = await compareForwarder(stage, plan.forwarder);
  const { perSecond, rounds } = figures;
  const { connections, answerMilliseconds } = plan.forwarder;
  say(
    `\nprovider of ${answerMilliseconds} ms, ${connections} connections: bare forwarder ${perSecond.forwarder}/s, ` +
      `waiting sends ${perSecond.sends}/s, with their statuses coming in ${perSecond.sendsAndStatuses}/s`,
  );
  for (const { cores, cpuMicroseconds } of rounds.sends) {
    say(`  a round of waiting sends: cores ${JSON.stringify(cores)}, ${cpuMicroseconds} us/message`);
  }
  return {
    figures,
    verdicts: [atLeast('waiting sends / bare forwarder', figures.sendsRatio, 0.6)],
  };
};

const runHistory = async (
  connection: ServerConnection,
  stage: Stage,
  plan: DispatchPlan,
  say: Say,
): Promise<Part> => {
  const { rows } = plan.history;
  const figures = await compareHistory(connection, stage.simulator, plan.history, say);
  const { message, status } = figures;
  say(`processor time per message: ${message.empty} us empty, ${message.full} us with ${rows} messages`);
  say(`processor time per status: ${status.empty} us empty, ${status.full} us with ${rows} messages`);
  return {
    figures,
    verdicts: [
      atMost('cost per message, full / empty', message.ratio, 1.15),
      atMost('cost per status, full / empty', status.ratio, 1.15),
    ],
  };
};

/** The same journey by another provider, in the same run: first one, then the other, and both again. */
const compareProvider = async (
  connection: ServerConnection,
  stage: Stage,
  provider: string,
  say: Say,
): Promise<Part> => {
  const { simulator } = stage;
  const paces = Array.from({ length: manySenders }, () => unpaced);
  const other = await openStage({ connection, simulator, database: 'bench_provider', paces, provider });
  const plan = { senders: manySenders, perSecond: null, seconds: providerSeconds };
  const rates = { first: [] as number[], other: [] as number[] };
  try {
    await measureJourney(other, warmUp);
    say(`\n${journeyHead}`);
    for (let round = 0; round < providerRounds; round += 1) {
      for (const [name, played] of [['first', stage] as const, ['other', other] as const]) {
        const measured = await measureJourney(played, plan);
        say(`${journeyRow(measured)}  ${name === 'other' ? provider : ''}`);
        rates[name].push(measured.read === measured.messages ? measured.throughput : 0);
      }
    }
  } finally {
    await other.stop();
  }
  const best = { first: Math.max(...rates.first), other: Math.max(...rates.other) };
  return {
    figures: { provider, rates },
    verdicts: [atLeast(`end to end by ${provider} / by the default provider`, best.other / best.first, 0.8)],
  };
};

const runParts = async (
  connection: ServerConnection,
  plan: DispatchPlan,
  provider: string | undefined,
  say: Say,
): Promise<object> => {
  const simulator = await startSimulator();
  await simulator.register(directNumber);
  const paces = Array.from({ length: manySenders }, () => unpaced);
  const stage = await openStage({ connection, simulator, database: 'bench_dispatch', paces });
  const runs: Readonly<Record<PartName, () => Promise<Part>>> = {
    journey: () => runJourneys(stage, plan, say),
    waiting: () => runWaiting(stage, plan, say),
    forwarder: () => runForwarder(stage, plan, say),
    history: () => runHistory(connection, stage, plan, say),
  };
  const figures: Record<string, object> = {};
  const verdicts: Verdict[] = [];
  try {
    await measureJourney(stage, warmUp);
    for (const name of plan.parts) {
      const part = await runs[name]();
      figures[name] = part.figures;
      verdicts.push(...part.verdicts);
    }
    if (provider !== undefined) {
      const part = await compareProvider(connection, stage, provider, say);
      figures.provider = part.figures;
      verdicts.push(...part.verdicts);
    }
  } finally {
    await stage.stop();
    await simulator.stop();
  }
  sayVerdicts(verdicts, say);
  return { cores: availableParallelism(), plan, figures, verdicts };
};

export const benchDispatch = async (words: readonly string[]): Promise<object> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      short: { type: 'boolean', default: false },
      rows: { type: 'string', default: '1000000' },
      parts: { type: 'string' },
      // Compares it with the default provider, and measures nothing else unless parts are named.
      provider: { type: 'string' },
    },
  });
  const plan = (values.short ? shortPlan : longPlan)(Number(values.rows));
  const usual = values.provider === undefined ? partNames.join(',') : '';
  const asked = (values.parts ?? usual).split(',');
  const parts = partNames.filter((name) => asked.includes(name));
  const say: Say = (line) => console.log(line);
  say(
    `Sending on ${availableParallelism()} cores shared by gateway, PostgreSQL, simulator and load generator.\n`,
  );
  return await withBenchPostgres((connection) =>
    runParts(connection, { ...plan, parts }, values.provider, say),
  );
};
