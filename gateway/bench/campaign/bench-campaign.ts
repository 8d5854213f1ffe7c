// How fast a million people are frozen into a campaign's ledger and in how much memory, how fast their messages are
// produced when the sender has no pace, and whether a campaign at work holds up another company's single sends.

import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fromPublicId } from '../../src/platform/ids.ts';
import type { ServerConnection } from '../bench-database.ts';
import { withBenchPostgres } from '../bench-postgres.ts';
import { percentilesOf, round2 } from '../figures.ts';
import { driveLoad } from '../load.ts';
import { makeSendRequests } from '../send-requests.ts';
import { startSimulator } from '../stage/simulator.ts';
import { type BenchCompany, openStage, type Stage, unpaced } from '../stage/stage.ts';
import { memoryOf, microsecondsEach, watchCost } from '../stage/watch-cost.ts';
import { atMost, type Say, sayVerdicts } from '../verdicts.ts';
import { fillContacts } from './fill-contacts.ts';
import { type BenchCampaign, createCampaign } from './run-campaign.ts';

interface Plan {
  readonly people: number;
  readonly seconds: number;
}

const singlePace = 80;
const singlesPerSecond = 20;
const connections = 16;
const text = 'Hello {{name}} of {{city}}, you have {{points|0}} points.';

/** Until everybody is in the ledger. */
const measureFreeze = async (
  stage: Stage,
  campaign: BenchCampaign,
  { people }: Plan,
  say: Say,
): Promise<{ seconds: number; perSecond: number; memoryGrowth: number }> => {
  const before = memoryOf(stage.gatewayId);
  let most = before;
  const begin = performance.now();
  await campaign.step('start', { exclude: ['opted_out'] });
  await campaign.until(
    ({ prepared_at: at }) => at !== null,
    () => {
      most = Math.max(most, memoryOf(stage.gatewayId));
    },
  );
  const seconds = round2((performance.now() - begin) / 1000);
  const frozen = { seconds, perSecond: Math.round(people / seconds), memoryGrowth: most - before };
  say(
    `frozen: ${people} people in ${seconds} s (${frozen.perSecond}/s), pre-flight included; the gateway grew by ${frozen.memoryGrowth} MB`,
  );
  return frozen;
};

/** How fast people leave the waiting line when nothing else is slow. */
const measureProducing = async (
  stage: Stage,
  campaign: BenchCampaign,
  { seconds }: Plan,
  say: Say,
): Promise<object> => {
  const endCost = await watchCost(stage);
  const begin = performance.now();
  const before = await campaign.read();
  await sleep(seconds * 1000);
  const after = await campaign.read();
  const took = (performance.now() - begin) / 1000;
  const produced = before.counts.waiting - after.counts.waiting;
  const sentOf = ({ counts }: typeof after): number => counts.sent + counts.delivered + counts.read;
  const figures = {
    producedPerSecond: Math.round(produced / took),
    sentPerSecond: Math.round((sentOf(after) - sentOf(before)) / took),
    microsecondsEach: microsecondsEach(await endCost(), produced),
    queued: after.counts.queued,
    memory: memoryOf(stage.gatewayId),
  };
  say(
    `producing: ${figures.producedPerSecond}/s, sent ${figures.sentPerSecond}/s, ${figures.microsecondsEach} us of processor time each, ${figures.queued} queued at the end`,
  );
  return figures;
};

/** Single waiting sends of a company that has no campaign. */
const measureSingles = async (stage: Stage, caller: BenchCompany, { seconds }: Plan) => {
  const requests = makeSendRequests(stage.target, { callers: [caller], count: 10_000, isWaiting: true });
  const load = { ...stage.target, connections, seconds, perSecond: singlesPerSecond, requests };
  const { latencies, unexpected } = await driveLoad({ ...load, expectedStatus: 200 });
  return { ...percentilesOf(latencies), sends: latencies.length, unexpected };
};

const measureEffect = async (stage: Stage, plan: Plan, say: Say) => {
  const [caller, neighbour] = stage.companies;
  if (!caller || !neighbour) throw new Error('the stage has too few companies');
  await measureSingles(stage, caller, { ...plan, seconds: 3 });
  const quiet = await measureSingles(stage, caller, plan);
  const campaign = await createCampaign(stage.target, neighbour, {
    name: 'Beside',
    text,
    audience: { filter: {} },
  });
  await campaign.step('start', {});
  await campaign.until(({ counts }) => counts.sent + counts.delivered + counts.read > singlePace);
  const busy = await measureSingles(stage, caller, plan);
  await campaign.step('cancel');
  say(
    `single sends of another company: p99 ${quiet.p99} ms quiet, ${busy.p99} ms beside a campaign at ${singlePace}/s`,
  );
  return { quiet, busy, ratio: round2(busy.p99 / quiet.p99) };
};

const run = async (connection: ServerConnection, plan: Plan, say: Say): Promise<object> => {
  const simulator = await startSimulator();
  const paces = [singlePace, singlePace, unpaced];
  const stage = await openStage({ connection, simulator, database: 'bench_campaign', paces });
  try {
    const [, neighbour, fast] = stage.companies;
    if (!neighbour || !fast) throw new Error('the stage has too few companies');
    await fillContacts(stage.client, fromPublicId('company', neighbour.companyId) ?? '', 20_000);
    const effect = await measureEffect(stage, plan, say);
    await fillContacts(stage.client, fromPublicId('company', fast.companyId) ?? '', plan.people);
    const campaign = await createCampaign(stage.target, fast, {
      name: 'Large',
      text,
      audience: { filter: {} },
    });
    const freeze = await measureFreeze(stage, campaign, plan, say);
    const producing = await measureProducing(stage, campaign, plan, say);
    await campaign.step('cancel');
    const verdicts = [
      atMost('seconds to freeze a million people', (freeze.seconds * 1_000_000) / plan.people, 60),
      atMost('megabytes that the gateway grew meanwhile', freeze.memoryGrowth, 100),
      atMost("p99 of another company's single sends, against quiet", effect.ratio, 2),
    ];
    sayVerdicts(verdicts, say);
    return { cores: availableParallelism(), plan, freeze, producing, effect, verdicts };
  } finally {
    await stage.stop();
    await simulator.stop();
  }
};

export const benchCampaign = async (words: readonly string[]): Promise<object> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      short: { type: 'boolean', default: false },
      people: { type: 'string', default: '1000000' },
    },
  });
  const plan: Plan = {
    people: values.short ? 50_000 : Number(values.people),
    seconds: values.short ? 6 : 30,
  };
  const say: Say = (line) => console.log(line);
  say(`Campaigns on ${availableParallelism()} cores shared by gateway, PostgreSQL, simulator and load.\n`);
  return await withBenchPostgres((connection) => run(connection, plan, say));
};
