// `npm run bench -- <name>`: each benchmark starts everything it needs itself, prints its figures and writes them as
// JSON under bench-results/.

import { mkdir, writeFile } from 'node:fs/promises';
import { benchAccept } from './accept/bench-accept.ts';
import { benchCallbacks } from './callbacks/bench-callbacks.ts';
import { benchCampaign } from './campaign/bench-campaign.ts';
import { benchDashboard } from './dashboard/bench-dashboard.ts';
import { benchDispatch } from './dispatch/bench-dispatch.ts';
import { benchFairness } from './fairness/bench-fairness.ts';
import { benchHistory } from './history/bench-history.ts';
import { benchMedia } from './media/bench-media.ts';
import { benchProcesses } from './processes/bench-processes.ts';
import { benchVersus } from './versus/bench-versus.ts';
import { benchWebhooks } from './webhooks/bench-webhooks.ts';

export type Bench = (words: readonly string[]) => Promise<object>;

const benches: Readonly<Record<string, Bench>> = {
  accept: benchAccept,
  callbacks: benchCallbacks,
  campaign: benchCampaign,
  dashboard: benchDashboard,
  dispatch: benchDispatch,
  fairness: benchFairness,
  history: benchHistory,
  media: benchMedia,
  processes: benchProcesses,
  versus: benchVersus,
  webhooks: benchWebhooks,
};

const [name, ...words] = process.argv.slice(2);
const bench = benches[name ?? ''];
if (!bench) {
  console.error(`Usage: npm run bench -- <name>, where name is one of: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
const figures = await bench(words);
await mkdir('bench-results', { recursive: true });
const file = `bench-results/${name}.json`;
await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`);
console.log(`\nWritten to ${file}`);
