// SIGTERM under load: an orderly end in bounded time, with everything stored that was answered, and no doubt about what
// was sent.

import { isServerRunning } from '@hudhud/embedded-postgres/tests-support/scene.ts';
import { afterEach, expect, test } from 'vitest';
import { printFigures } from './support/check-ledger.ts';
import { finishLane } from './support/finish-lane.ts';
import { findFreePort } from './support/gateway-process.ts';
import { createJournal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import type { Credentials } from './support/send-once.ts';
import { createStage, type Stage } from './support/stage.ts';
import { startMixedLoad } from './support/start-load.ts';
import { unexpectedRefusals } from './support/unexpected-refusals.ts';
import { waitUntil } from './support/wait-until.ts';
import { watchRows } from './support/watch-rows.ts';
import { openWitness } from './support/witness.ts';

const rounds = shortOrLong(1, 15);
const exitSecondsMax = 20;

let stage: Stage;
afterEach(() => stage.end());

test('a gateway stopped under load stores what it answered, exits 0 and stops PostgreSQL', {
  timeout: laneMilliseconds,
}, async () => {
  stage = createStage();
  const dataDir = await stage.makeDataDir();
  const port = await findFreePort();
  const journal = createJournal();
  const witness = await openWitness(stage);
  let credentials: Credentials | null = null;
  let slowestExit = 0;

  for (let round = 0; round < rounds; round += 1) {
    const gateway = stage.spawnGateway(port, { DATA_DIR: dataDir });
    await gateway.ready();
    if (!credentials) {
      credentials = gateway.firstCredentials();
      await stage.withDatabase(dataDir, watchRows);
      await witness.connect(gateway.address, credentials);
    }
    const load = startMixedLoad(stage, {
      addresses: [gateway.address],
      credentials,
      journal,
    });
    const acceptedBefore = journal.accepted;
    await waitUntil('the gateway accepts messages', () => journal.accepted > acceptedBefore + 100);

    const { seconds, exitCode } = await gateway.terminate(exitSecondsMax);
    slowestExit = Math.max(slowestExit, seconds);
    expect(exitCode, gateway.output()).toBe(0);
    expect(await isServerRunning(dataDir)).toBe(false);
    await load.stop(0);
  }

  // Everything that was left behind is sent by the next one.
  await stage.spawnGateway(port, { DATA_DIR: dataDir }).ready();
  const { figures, problems } = await stage.withDatabase(dataDir, (client) =>
    finishLane(client, journal, witness),
  );
  printFigures('sigterm', { rounds, slowestExitSeconds: slowestExit, ...figures });
  expect(problems).toEqual([]);
  expect(unexpectedRefusals(journal.refusals)).toEqual([]);
  expect(figures.unconfirmedAtSomeTime, 'an orderly end leaves no doubt').toBe(0);
});
