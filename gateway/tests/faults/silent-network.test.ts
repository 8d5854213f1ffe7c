// A half-open connection: the network between the gateway and PostgreSQL carries nothing and reports nothing. Callers and
// operators get an end to their waiting all the same.

import { afterEach, expect, test } from 'vitest';
import { printFigures } from './support/check-ledger.ts';
import { finishLane } from './support/finish-lane.ts';
import { openGivenDatabase } from './support/given-database.ts';
import { createJournal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { createWishSender } from './support/send-wish.ts';
import { createStage, type Stage } from './support/stage.ts';
import { unexpectedRefusals } from './support/unexpected-refusals.ts';
import { waitUntil } from './support/wait-until.ts';
import { watchRows } from './support/watch-rows.ts';
import { openWitness } from './support/witness.ts';

const rounds = shortOrLong(1, 5);
const answerSecondsMax = 35;
/** SHUTDOWN_SECONDS, and the time after which the driver gives up on a connection. */
const exitSecondsMax = 25;

let stage: Stage;
afterEach(() => stage.end());

test('a silent network is 503 in bounded time, does not hold up a stop, and is recovered from', {
  timeout: laneMilliseconds,
}, async () => {
  stage = createStage();
  const database = await openGivenDatabase(stage);
  const leave = { SHUTDOWN_SECONDS: '2' };
  const [staying, first] = await Promise.all([database.startGateway(), database.startGateway(leave)]);
  const credentials = await database.makeCompany();
  const witness = await openWitness(stage);
  await watchRows(database.client);
  await witness.connect(staying.address, credentials);
  const journal = createJournal();
  const sender = createWishSender(staying.address, credentials, journal);

  for (let round = 0; round < rounds; round += 1) {
    const leaving = round === 0 ? first : await database.startGateway(leave);
    const leavingSender = createWishSender(leaving.address, credentials, journal);
    const loud = await Promise.all([sender.send(`loud-${round}`), sender.send(), leavingSender.send()]);
    expect(loud.map(({ wish }) => wish.acceptances.length)).toEqual([1, 1, 1]);

    database.proxy.fallSilent();
    const unsure = [sender.send(`unsure-${round}`), sender.send(), leavingSender.send(`leaving-${round}`)];
    await waitUntil('the leaving gateway serves a request', async () =>
      /^hudhud_inbox_requests 1$/m.test(await (await fetch(`${leaving.address}/metrics`)).text()),
    );
    const { exitCode, seconds } = await leaving.terminate(exitSecondsMax);
    const wishes = (await Promise.all(unsure)).map(({ wish }) => wish);
    database.proxy.speak();
    printFigures('silent-network', {
      slowestAnswerMs: Math.round(journal.slowestMilliseconds),
      exitSeconds: seconds,
    });
    expect(exitCode, leaving.output()).toBe(0);
    expect(journal.slowestMilliseconds, 'in time').toBeLessThan(answerSecondsMax * 1000);
    expect(wishes.slice(0, 2).map((wish) => wish.acceptances.length)).toEqual([0, 0]);

    for (const wish of wishes.filter(({ key }) => key !== null)) {
      await waitUntil(
        'the repeat is accepted',
        async () => {
          await sender.repeat(wish);
          return wish.acceptances.length > 0;
        },
        15,
      );
    }
  }
  expect(staying.hasExited, staying.output()).toBe(false);
  expect(unexpectedRefusals(journal.refusals)).toEqual([]);
  expect((await finishLane(database.client, journal, witness)).problems).toEqual([]);
});
