// What files cost: how much the gateway grows while many large ones are uploaded at once, how often one picture is uploaded
// for a campaign to many people, and, with another checkout, whether plain texts cost more than before.

import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Media } from '@hudhud/contract/media.ts';
import { fromPublicId } from '../../src/platform/ids.ts';
import type { ServerConnection } from '../bench-database.ts';
import { withBenchPostgres } from '../bench-postgres.ts';
import { fillContacts } from '../campaign/fill-contacts.ts';
import { createCampaign } from '../campaign/run-campaign.ts';
import { round2 } from '../figures.ts';
import { startSimulator } from '../stage/simulator.ts';
import { type BenchCompany, openStage, type Stage, unpaced } from '../stage/stage.ts';
import { memoryOf } from '../stage/watch-cost.ts';
import { atLeast, atMost, type Say, sayVerdicts } from '../verdicts.ts';
import { benchVersus } from '../versus/bench-versus.ts';
import { uploadFile, uploadTogether } from './upload-files.ts';

interface Plan {
  readonly uploads: number;
  readonly megabytes: number;
  readonly people: number;
}

const megabyte = 1_048_576;
const lookMilliseconds = 20;
const warmRounds = 20;

/** The most that the process held while `work` ran, beyond what it held before, in megabytes. */
const growthDuring = async (processId: number, work: () => Promise<void>): Promise<number> => {
  const before = memoryOf(processId);
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, memoryOf(processId));
  }, lookMilliseconds);
  try {
    await work();
  } finally {
    clearInterval(look);
  }
  return Math.max(most, memoryOf(processId)) - before;
};

const measureUploads = async (stage: Stage, caller: BenchCompany, plan: Plan, say: Say) => {
  const bytes = plan.megabytes * megabyte;
  const idle = memoryOf(stage.gatewayId);
  // A gateway in use has compiled its code and has its usual heap, for files of any size.
  for (let round = 0; round < warmRounds; round += 1)
    await uploadTogether(stage.target, caller, { files: plan.uploads, bytes: 65_536 });
  const begin = performance.now();
  const growth = await growthDuring(stage.gatewayId, () =>
    uploadTogether(stage.target, caller, { files: plan.uploads, bytes }),
  );
  const seconds = (performance.now() - begin) / 1000;
  const perSecond = round2((plan.uploads * plan.megabytes) / seconds);
  say(
    `uploads: ${plan.uploads} of ${plan.megabytes} MB at once in ${round2(seconds)} s (${perSecond} MB/s); the gateway grew by ${growth} MB, ${idle} MB idle, ${memoryOf(stage.gatewayId)} MB afterwards`,
  );
  return { seconds: round2(seconds), megabytesPerSecond: perSecond, growth };
};

const measureCampaign = async (stage: Stage, caller: BenchCompany, { people }: Plan, say: Say) => {
  await fillContacts(stage.client, fromPublicId('company', caller.companyId) ?? '', people);
  const picture: Media = await uploadFile(stage.target, caller, 200_000);
  const before = await stage.simulator.uploads();
  const campaign = await createCampaign(stage.target, caller, {
    name: 'Picture',
    content: { type: 'image', message: 'Hello {{name}}', media: { id: picture.id } },
    audience: { filter: {} },
  });
  const begin = performance.now();
  await campaign.step('start', { exclude: ['opted_out'] });
  const done = await campaign.until(({ state }) => state === 'completed');
  const seconds = (performance.now() - begin) / 1000;
  const { sent, delivered, read, failed } = done.counts;
  const uploads = (await stage.simulator.uploads()) - before;
  say(
    `campaign: a picture to ${people} people in ${round2(seconds)} s (${Math.round(people / seconds)}/s), ${sent + delivered + read} taken, ${failed} failed, ${uploads} uploads`,
  );
  return { seconds: round2(seconds), taken: sent + delivered + read, failed, uploads };
};

const run = async (connection: ServerConnection, plan: Plan, say: Say) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hudhud-bench-media-'));
  const simulator = await startSimulator();
  const stage = await openStage({
    connection,
    simulator,
    database: 'bench_media',
    paces: [unpaced],
    // One company may hold half of the places.
    settings: { DATA_DIR: dataDir, MEDIA_UPLOADS_MAX: String(plan.uploads * 2) },
  });
  try {
    const [caller] = stage.companies;
    if (!caller) throw new Error('the stage has no company');
    const uploads = await measureUploads(stage, caller, plan, say);
    const campaign = await measureCampaign(stage, caller, plan, say);
    return { uploads, campaign };
  } finally {
    await stage.stop();
    await simulator.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** The cost of a plain text there divided by the cost here: less than 1 means that it costs more now. */
const compareTexts = async (tree: string | undefined) => {
  if (tree === undefined) return null;
  const { whole } = await benchVersus(['--tree', tree]);
  const [here, there] = whole;
  if (!here || !there) throw new Error('the other checkout was not measured');
  return { here: here.total, there: there.total, ratio: round2(there.total / here.total) };
};

export const benchMedia = async (words: readonly string[]): Promise<object> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      tree: { type: 'string' },
      uploads: { type: 'string', default: '64' },
      megabytes: { type: 'string', default: '16' },
      people: { type: 'string', default: '10000' },
    },
  });
  const plan: Plan = {
    uploads: Number(values.uploads),
    megabytes: Number(values.megabytes),
    people: Number(values.people),
  };
  const say: Say = (line) => console.log(line);
  say(`Files on ${availableParallelism()} cores shared by gateway, PostgreSQL, simulator and load.\n`);
  const { uploads, campaign } = await withBenchPostgres((connection) => run(connection, plan, say));
  const texts = await compareTexts(values.tree);
  const verdicts = [
    atMost('megabytes that the gateway grew while files came in', uploads.growth, 64),
    atMost('uploads of one picture for a campaign', campaign.uploads, 1),
    atLeast('share of its people whose message was taken', campaign.taken / plan.people, 1),
    ...(texts ? [atLeast('cost of a text there, against here', texts.ratio, 0.95)] : []),
  ];
  sayVerdicts(verdicts, say);
  return { cores: availableParallelism(), plan, uploads, campaign, texts, verdicts };
};
