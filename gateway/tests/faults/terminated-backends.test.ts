// Every connection of the gateway is cut five times a second under load, the one that holds DATA_DIR included.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { printFigures } from './support/check-ledger.ts';
import { finishLane } from './support/finish-lane.ts';
import { findFreePort } from './support/gateway-process.ts';
import { createJournal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { createStage, type Stage } from './support/stage.ts';
import { startMixedLoad } from './support/start-load.ts';
import { unexpectedRefusals } from './support/unexpected-refusals.ts';
import { waitUntil } from './support/wait-until.ts';
import { watchRows } from './support/watch-rows.ts';
import { openWitness } from './support/witness.ts';

const cutSeconds = shortOrLong(2, 60);
const pauseMilliseconds = 200;

const cutAll = `
  select count(pg_terminate_backend(pid))::int as cut
  from pg_stat_activity
  where application_name like 'hudhud %' and pid <> pg_backend_pid()`;

let stage: Stage;
afterEach(() => stage.end());

test('connections that PostgreSQL ends all the time cost no 2xx and send nothing twice', {
  timeout: laneMilliseconds,
}, async () => {
  stage = createStage();
  const dataDir = await stage.makeDataDir();
  const gateway = stage.spawnGateway(await findFreePort(), { DATA_DIR: dataDir });
  await gateway.ready();
  const journal = createJournal();
  const credentials = gateway.firstCredentials();
  const witness = await openWitness(stage);
  await stage.withDatabase(dataDir, watchRows);
  await witness.connect(gateway.address, credentials);
  const load = startMixedLoad(stage, {
    addresses: [gateway.address],
    credentials,
    journal,
  });
  await waitUntil('the gateway accepts messages', () => journal.accepted > 100);

  await stage.withDatabase(dataDir, async (client) => {
    let cut = 0;
    const cutUntil = performance.now() + cutSeconds * 1000;
    while (performance.now() < cutUntil) {
      cut += (await client.query<{ cut: number }>(cutAll)).rows[0]?.cut ?? 0;
      await sleep(pauseMilliseconds);
    }
    const endedAt = performance.now();
    await waitUntil('messages are accepted again', () => journal.youngestAccepted > endedAt, 10);
    await load.stop();
    const { figures, problems } = await finishLane(client, journal, witness);
    printFigures('terminated-backends', { connectionsCut: cut, ...figures });
    expect(problems).toEqual([]);
    expect(cut).toBeGreaterThan(0);
    expect(unexpectedRefusals(journal.refusals)).toEqual([]);
    expect([...journal.brokenBy]).toEqual([]);
    expect(gateway.hasExited, gateway.output()).toBe(false);
    await waitUntil('the gateway holds its DATA_DIR again', async () => {
      const { rowCount } = await client.query('select from pg_stat_activity where application_name = $1', [
        `hudhud gateway ${gateway.processId}`,
      ]);
      return rowCount === 1;
    });
  });
});
