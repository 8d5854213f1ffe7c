// A reader that holds every table of history for long, as pg_dump and reports do, while messages are sent and gateways
// start that have days to make and to drop in each of them: no send waits for its locks, none is accepted later than beside a
// gateway that starts without such a reader, no process ends, everything is sent once.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import {
  allOldDays,
  doPartitionWork,
  holdHistory,
  leavePartitionWork,
  readPartitionWork,
} from '../support/partition-work.ts';
import { watchLockWaits } from '../support/watch-lock-waits.ts';
import { printFigures } from './support/check-ledger.ts';
import { finishLane } from './support/finish-lane.ts';
import type { GatewayProcess } from './support/gateway-process.ts';
import { openGivenDatabase } from './support/given-database.ts';
import { createJournal, type Journal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import type { Credentials } from './support/send-once.ts';
import { createWishSender } from './support/send-wish.ts';
import { createStage, type Stage } from './support/stage.ts';
import { startMixedLoad } from './support/start-load.ts';
import { unexpectedRefusals } from './support/unexpected-refusals.ts';
import { waitUntil } from './support/wait-until.ts';
import { watchRows } from './support/watch-rows.ts';
import { openWitness } from './support/witness.ts';

const rounds = shortOrLong(1, 5);
/** How long the tables are held at the least; a gateway starts meanwhile. */
const heldSeconds = shortOrLong(4, 60);
const leaseSeconds = 3;
const waitMillisecondsMax = 200;
/**
 * The longest that a send may take, given the slowest one while a gateway starts without a reader: a start takes a
 * core.
 */
const acceptMillisecondsMax = (quiet: number): number => 2 * quiet + 200;
const stopSecondsMax = 15;
const acceptedMin = 30;
let stage: Stage;
afterEach(() => stage.end());

const openScene = async () => {
  stage = createStage();
  const database = await openGivenDatabase(stage);
  const witness = await openWitness(stage);
  const start = (): Promise<GatewayProcess> => database.startGateway({ LEASE_SECONDS: String(leaseSeconds) });
  const first = await start();
  await watchRows(database.client);
  const credentials = await database.makeCompany();
  const sender = await witness.connect(first.address, credentials);
  return { database, witness, start, first, credentials, sender, journal: createJournal() };
};

/** Sends one after the other, and answers how long the slowest took to be accepted, in milliseconds. */
const timeAccepting = (caller: ReturnType<typeof createWishSender>) => {
  let isStopped = false;
  const timing = (async () => {
    const times: number[] = [];
    while (!isStopped) {
      const begunAt = performance.now();
      await caller.send();
      times.push(performance.now() - begunAt);
      await sleep(20);
    }
    return times;
  })();
  return {
    async stop(): Promise<number[]> {
      isStopped = true;
      return await timing;
    },
  };
};

/** The slowest send while a gateway starts and stops, without a reader: what the next stretch is judged by. */
const timeQuietStart = async (
  address: string,
  credentials: Credentials,
  journal: Journal,
  start: () => Promise<GatewayProcess>,
): Promise<number> => {
  const timing = timeAccepting(createWishSender(address, credentials, journal));
  const begunAt = performance.now();
  const joined = await start();
  await sleep(Math.max(0, heldSeconds * 1000 - (performance.now() - begunAt)));
  const slowest = Math.max(...(await timing.stop()));
  expect((await joined.terminate(stopSecondsMax)).exitCode, joined.output()).toBe(0);
  return Math.round(slowest);
};

test('a reader that holds the tables delays no send and ends no process, also one that starts', {
  timeout: laneMilliseconds,
}, async () => {
  const { database, witness, start, first, credentials, sender, journal } = await openScene();
  const { client } = database;
  const addresses = [first.address];
  const load = startMixedLoad(stage, {
    addresses,
    credentials,
    journal,
    callers: 4,
  });
  const reader = await database.connect();
  let gateways = [first];
  const accepted: number[] = [];
  const quiet: number[] = [];
  const waits: number[] = [];
  const starts: number[] = [];

  await waitUntil('messages are accepted', () => journal.accepted > acceptedMin);
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await timeQuietStart(gateways[0]?.address ?? '', credentials, journal, start));
    await leavePartitionWork(client);
    await holdHistory(reader);
    const heldAt = performance.now();
    const watch = watchLockWaits(await database.connect());
    const acceptedBefore = journal.accepted;
    const timing = timeAccepting(createWishSender(gateways[0]?.address ?? '', credentials, journal));
    const joined = await start();
    starts.push(Math.round((performance.now() - heldAt) / 100) / 10);
    gateways = [...gateways, joined];
    addresses.splice(0, addresses.length, ...gateways.map(({ address }) => address));
    await witness.redirect(sender, joined.address);
    await sleep(Math.max(0, heldSeconds * 1000 - (performance.now() - heldAt)));
    await waitUntil('messages are accepted meanwhile', () => journal.accepted > acceptedBefore + acceptedMin);
    accepted.push(Math.round(Math.max(...(await timing.stop()))));
    waits.push(Math.round(await watch.stop()));

    // The days ahead were made beside the reader; only the dropping is put off until it has gone.
    expect(await readPartitionWork(client)).toEqual({ toMake: [], toDrop: allOldDays() });
    await reader.query('rollback');
    await waitUntil('the old days are dropped', async () => {
      await doPartitionWork(database.connection);
      return (await readPartitionWork(client)).toDrop.length === 0;
    });
    expect(gateways.filter(({ hasExited }) => hasExited).map((gateway) => gateway.output())).toEqual([]);
    const leaving = gateways.shift() as GatewayProcess;
    addresses.splice(0, addresses.length, ...gateways.map(({ address }) => address));
    expect((await leaving.terminate(stopSecondsMax)).exitCode, leaving.output()).toBe(0);
  }

  await load.stop();
  const { figures, problems } = await finishLane(client, journal, witness);
  printFigures('lock-holder', {
    rounds,
    heldSeconds,
    secondsToStartBesideTheReader: starts.join(', '),
    slowestAcceptedMs: accepted.join(', '),
    slowestBesideAQuietStartMs: quiet.join(', '),
    longestWaitForALockMs: waits.join(', '),
    ...figures,
  });
  expect(problems).toEqual([]);
  expect(unexpectedRefusals(journal.refusals, ['idempotency_in_progress'])).toEqual([]);
  expect(Math.max(...waits), 'in time').toBeLessThan(waitMillisecondsMax);
  for (const [round, milliseconds] of accepted.entries()) {
    expect(milliseconds, 'in time').toBeLessThan(acceptMillisecondsMax(quiet[round] ?? 0));
  }
});
