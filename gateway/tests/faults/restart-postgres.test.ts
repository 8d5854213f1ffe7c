// PostgreSQL restarted, killed and kept away under a running gateway: no 2xx is lost, everything is sent once, callers
// get 503 and when to come back, and the gateway recovers by itself.

import { setTimeout as sleep } from 'node:timers/promises';
import { restartEmbeddedPostgres } from '@hudhud/embedded-postgres/restart.ts';
import {
  isServerRunning,
  killServer,
  serverProcessId,
} from '@hudhud/embedded-postgres/tests-support/scene.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printFigures } from './support/check-ledger.ts';
import { finishLane } from './support/finish-lane.ts';
import { findFreePort, type GatewayProcess } from './support/gateway-process.ts';
import { createJournal, type Journal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { withPostgresAway } from './support/postgres-outage.ts';
import { type Credentials, credentialHeaders } from './support/send-once.ts';
import { createStage, type Stage } from './support/stage.ts';
import { type Load, startMixedLoad } from './support/start-load.ts';
import { readRecordedStatuses } from './support/stored-rows.ts';
import { unexpectedRefusals } from './support/unexpected-refusals.ts';
import { waitUntil } from './support/wait-until.ts';
import { watchRows } from './support/watch-rows.ts';
import { openWitness, type Witness } from './support/witness.ts';

const restarts = shortOrLong(4, 30);
const recoverySecondsMax = 10;
/** A gateway waits three seconds before it starts a server that did not come back; recovery comes on top. */
const revivalSecondsMax = 30;
/** Thousands of requests fail while the database is away; the log is to say so once, with a count (and what came of it). */
const logLinesPerOutageMax = 20;

const stage: Stage = createStage();
const journal: Journal = createJournal();
let gateway: GatewayProcess;
let dataDir: string;
let credentials: Credentials;
let load: Load;
let witness: Witness;
let logLines = 0;

beforeAll(async () => {
  dataDir = await stage.makeDataDir();
  gateway = stage.spawnGateway(await findFreePort(), { DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  await gateway.ready();
  gateway.child.stdout?.on('data', (chunk: Buffer) => {
    logLines += chunk.toString().split('\n').length - 1;
  });
  credentials = gateway.firstCredentials();
  witness = await openWitness(stage);
  await stage.withDatabase(dataDir, watchRows);
  await witness.connect(gateway.address, credentials);
  load = startMixedLoad(stage, {
    addresses: [gateway.address],
    credentials,
    journal,
    // Many, each seldom: enough of them are under way when the database goes away.
    callers: 64,
    pauseMilliseconds: 150,
  });
});
afterAll(() => stage.end());

/** Resolves with the seconds until a request that began after this call was accepted. */
const recover = async (secondsMax: number): Promise<number> => {
  const begunAt = performance.now();
  await waitUntil('messages are accepted again', () => journal.youngestAccepted > begunAt, secondsMax);
  expect(gateway.hasExited, gateway.output()).toBe(false);
  return (performance.now() - begunAt) / 1000;
};

const slowestRecovery: Record<string, number> = {};
const noteRecovery = (kind: string, seconds: number): void => {
  slowestRecovery[kind] = Math.max(slowestRecovery[kind] ?? 0, Math.round(seconds * 100) / 100);
};

test('the gateway accepts again by itself after each restart of PostgreSQL', {
  timeout: laneMilliseconds,
}, async () => {
  for (let round = 0; round < restarts; round += 1) {
    await recover(recoverySecondsMax);
    await sleep(Math.random() * 500);
    const mode = round % 2 === 0 ? 'immediate' : 'fast';
    await restartEmbeddedPostgres(dataDir, mode);
    noteRecovery(mode, await recover(recoverySecondsMax));
  }
});

test('the gateway starts a PostgreSQL that was killed and is not restarted from outside', {
  timeout: laneMilliseconds,
}, async () => {
  const killed = await serverProcessId(dataDir);
  const killedAt = performance.now();
  await killServer(dataDir, 'SIGKILL');
  await waitUntil(
    'another server runs',
    async () => (await isServerRunning(dataDir)) && (await serverProcessId(dataDir)) !== killed,
    revivalSecondsMax,
  );
  await recover(recoverySecondsMax);
  noteRecovery('revived', (performance.now() - killedAt) / 1000);
});

test('callers are answered 503 and when to come back while PostgreSQL stays away', {
  timeout: laneMilliseconds,
}, async () => {
  const before = journal.refusals.length;
  const refused = () => journal.refusals.slice(before);
  const ofCompany = () => refused().filter(({ isOfCompany }) => isOfCompany);
  const linesBefore = logLines;
  let outages = 0;
  // A company stays known for four seconds and its requests wait for five, so that a slow machine may need another outage.
  for (let outage = 1; outage <= 5 && ofCompany().length < 20; outage += 1) {
    const until = performance.now() + 12_000;
    outages += 1;
    await withPostgresAway(dataDir, async () => {
      await waitUntil('many requests were refused', () => {
        const isLong = performance.now() > until;
        return ofCompany().length >= 20 || (isLong && refused().length >= 20 * outage);
      });
    });
    noteRecovery('away', await recover(recoverySecondsMax));
  }
  expect(ofCompany().length, `of a known company, of ${refused().length}`).toBeGreaterThanOrEqual(20);
  expect(logLines - linesBefore, gateway.output()).toBeLessThanOrEqual(outages * logLinesPerOutageMax);
  const refusal = await fetch(`${gateway.address}/api/v1/requests?code=store_unavailable&limit=1`, {
    headers: credentialHeaders(credentials),
  });
  expect(refusal.status).toBe(200);
});

test('all of it has lost no 2xx and sent nothing twice, and the refusals are in the Event Monitor', {
  timeout: laneMilliseconds,
}, async () => {
  await load.stop();
  expect(gateway.hasExited, gateway.output()).toBe(false);
  const { figures, problems } = await stage.withDatabase(dataDir, (client) =>
    finishLane(client, journal, witness),
  );
  expect(gateway.hasExited, gateway.output()).toBe(false);
  printFigures('restart-postgres', {
    restarts,
    ...figures,
    slowestRecovery: JSON.stringify(slowestRecovery),
    logLines,
  });
  expect(problems).toEqual([]);
  expect(unexpectedRefusals(journal.refusals)).toEqual([]);
  expect([...journal.brokenBy]).toEqual([]);

  const refused = journal.refusals.filter((refusal) => refusal.isOfCompany).map(({ requestId }) => requestId);
  expect(refused.length).toBeGreaterThan(0);
  await stage.withDatabase(dataDir, (client) =>
    waitUntil('every refused request is recorded', async () => {
      const statuses = await readRecordedStatuses(client, refused);
      return refused.every((requestId) => statuses.has(requestId));
    }),
  );
});
