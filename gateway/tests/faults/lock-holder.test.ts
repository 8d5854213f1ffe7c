// A reader that holds every table of history for long, as pg_dump and reports do, while messages are sent and gateways
// start that have days to make and to drop: no send waits for its locks, no process ends, everything is sent once.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { keepPartitions } from '../../src/platform/database/partitions.ts';
import { firstUuidAt } from '../../src/platform/ids.ts';
import { dayMilliseconds } from '../../src/platform/time.ts';
import { watchLockWaits } from '../support/watch-lock-waits.ts';
import { printFigures } from './support/check-ledger.ts';
import { finishLane } from './support/finish-lane.ts';
import type { GatewayProcess } from './support/gateway-process.ts';
import { openGivenDatabase } from './support/given-database.ts';
import { createJournal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
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
const stopSecondsMax = 15;
const acceptedMin = 30;
const oldDay = Date.UTC(2020, 0, 1);
const held = ['messages', 'message_statuses', 'events', 'requests', 'calls'];

let stage: Stage;
afterEach(() => stage.end());

const partitionOf = (table: string, time: number): string =>
  `${table}_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`;

const isThere = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('select from pg_class where relname = $1', [name])).rowCount === 1;

/** A day that is missing and one that has outlived its retention, for the next gateway that starts. */
const leaveWork = async (client: pg.Client, lastDay: string): Promise<void> => {
  await client.query(`drop table if exists ${lastDay}`);
  await client.query(
    `create table if not exists ${partitionOf('messages', oldDay)} partition of messages
     for values from ('${firstUuidAt(oldDay)}') to ('${firstUuidAt(oldDay + dayMilliseconds)}')`,
  );
};

const hold = async (reader: pg.Client): Promise<void> => {
  await reader.query('begin');
  await reader.query('set local idle_in_transaction_session_timeout = 0');
  await reader.query(`lock table ${held.join(', ')} in access share mode`);
  for (const table of held) await reader.query(`select count(*) from ${table}`);
};

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
  const lastDay = partitionOf('messages', Date.now() + 7 * dayMilliseconds);
  let gateways = [first];
  const accepted: number[] = [];
  const waits: number[] = [];
  const starts: number[] = [];

  await waitUntil('messages are accepted', () => journal.accepted > acceptedMin);
  for (let round = 0; round < rounds; round += 1) {
    await leaveWork(client, lastDay);
    await hold(reader);
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

    // The day ahead was made beside the reader; only the dropping is put off until it has gone.
    expect(await isThere(client, lastDay)).toBe(true);
    expect(await isThere(client, partitionOf('messages', oldDay))).toBe(true);
    await reader.query('rollback');
    await waitUntil('the old day is dropped', async () => {
      await keepPartitions(client, [{ name: 'messages', retentionDays: 365 }], Date.now());
      return !(await isThere(client, partitionOf('messages', oldDay)));
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
    longestWaitForALockMs: waits.join(', '),
    ...figures,
  });
  expect(problems).toEqual([]);
  expect(unexpectedRefusals(journal.refusals, ['idempotency_in_progress'])).toEqual([]);
  expect(Math.max(...waits), 'in time').toBeLessThan(waitMillisecondsMax);
});
