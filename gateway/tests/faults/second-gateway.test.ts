// A second gateway: refused on the same DATA_DIR, welcome on the same DATABASE_URL.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkLedger, printFigures } from './support/check-ledger.ts';
import { finishLane } from './support/finish-lane.ts';
import { findFreePort } from './support/gateway-process.ts';
import { openGivenDatabase } from './support/given-database.ts';
import { createJournal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { findOwner } from './support/lane-owner.ts';
import { createWishSender } from './support/send-wish.ts';
import { createStage, type Stage } from './support/stage.ts';
import { startLoad, startMixedLoad } from './support/start-load.ts';
import { unexpectedRefusals } from './support/unexpected-refusals.ts';
import { waitUntil } from './support/wait-until.ts';
import { watchRows } from './support/watch-rows.ts';
import { openWitness } from './support/witness.ts';

/** A message is stored, the notification to the sending process is lost, and no other message comes by. */
const lostWords = shortOrLong(1, 5);
const twins = shortOrLong(40, 5_000);
const loadedMessages = shortOrLong(1_000, 20_000);

let stage: Stage;
beforeEach(() => {
  stage = createStage();
});
afterEach(() => stage.end());

test('a second gateway on the same DATA_DIR is refused in words while the first goes on', {
  timeout: laneMilliseconds,
}, async () => {
  const dataDir = await stage.makeDataDir();
  const first = stage.spawnGateway(await findFreePort(), { DATA_DIR: dataDir });
  await first.ready();
  const journal = createJournal();
  const load = startLoad({ addresses: [first.address], credentials: first.firstCredentials(), journal });
  stage.atEnd(() => load.stop(0));
  await waitUntil('the first gateway accepts messages', () => journal.accepted > 10);

  const second = stage.spawnGateway(await findFreePort(), { DATA_DIR: dataDir });
  expect(await second.exited).toBe(1);
  expect(second.output()).toContain(
    `Another gateway (process ${first.processId}) is already running on ${dataDir}. ` +
      'Stop it first, or set DATA_DIR to another folder.',
  );
  expect(second.output(), 'a sentence, not a stack trace').not.toMatch(/^\s+at /m);

  const refusedAt = performance.now();
  await waitUntil('the first gateway goes on', () => journal.youngestAccepted > refusedAt, 10);
  await load.stop();
  expect(journal.refusals).toEqual([]);
  expect([...journal.brokenBy]).toEqual([]);
  const { problems } = await stage.withDatabase(dataDir, (client) => checkLedger(client, journal));
  expect(problems).toEqual([]);
});

/** A short run leaves out sockets, by which gateways of one machine pass sends on: the other fault tests cover them. */
const waysToEachOther = ['the database', 'sockets'].slice(0, shortOrLong(1, 2));

test.each(waysToEachOther)(
  'two gateways on one DATABASE_URL, which reach each other by %s, both serve, send everything once, and make one message of a key sent to both',
  {
    timeout: laneMilliseconds,
  },
  async (way) => {
    const database = await openGivenDatabase(stage);
    const settings = way === 'sockets' ? {} : database.apart;
    const [one, two] = await Promise.all([database.startGateway(settings), database.startGateway(settings)]);
    const credentials = await database.makeCompany();
    const witness = await openWitness(stage);
    await watchRows(database.client);
    await witness.connect(one.address, credentials);
    const journal = createJournal();
    const load = startMixedLoad(stage, {
      addresses: [one.address, two.address],
      credentials,
      journal,
    });

    const atOne = createWishSender(one.address, credentials, journal);
    const atTwo = createWishSender(two.address, credentials, journal);
    for (let round = 0; round < twins; round += 1) {
      const wish = journal.begin({
        text: `twin-${round}`,
        path: '/api/v1/messages/send',
        key: `twin-${round}`,
      });
      const outcomes = await Promise.all([atOne.repeat(wish), atTwo.repeat(wish)]);
      const answers = outcomes.map((outcome) =>
        outcome.kind === 'answered'
          ? `${outcome.status} ${outcome.status === 202 ? '' : outcome.text}`
          : outcome,
      );
      expect(answers).toEqual(['202 ', '202 ']);
    }
    await waitUntil('the load is done', () => journal.accepted > loadedMessages, 120);

    await load.stop();
    const { figures, problems } = await finishLane(database.client, journal, witness);
    printFigures('second-gateway', { twins, ...figures });
    expect(problems).toEqual([]);
    expect(unexpectedRefusals(journal.refusals)).toEqual([]);
    const replays = journal.wishes
      .filter((wish) => wish.text.startsWith('twin-'))
      .map((wish) => wish.acceptances.filter((acceptance) => acceptance.isReplayed).length);
    expect(replays.every((count) => count === 1)).toBe(true);
    expect(figures.unconfirmedAtSomeTime, 'nothing was broken').toBe(0);
    const waited = journal.wishes.filter((wish) => wish.isWaiting);
    const unsent = waited.filter((wish) => !wish.acceptances.some(({ isSent }) => isSent));
    expect(unsent, 'who waits is answered sent, whichever process sends').toEqual([]);

    // Nothing is notified between those that pass sends on.
    if (way === 'sockets') return;
    const owner = await waitUntil('a process owns the lane', () => findOwner(database.client));
    const atOther = owner.processId === one.processId ? atTwo : atOne;
    for (let round = 0; round < lostWords; round += 1) {
      // The poll behind the notifications looks back for five seconds; this is about what it would not find.
      await database.client.query(`update lanes set poked_at = poked_at - interval '1 minute'`);
      const lostBefore = database.proxy.lost;
      database.proxy.loseNext('poke-lanes', 'statement');
      await atOther.send();
      await waitUntil('the notification to the owner is lost', () => database.proxy.lost > lostBefore);
      const end = await finishLane(database.client, journal, witness, 20);
      expect(end.problems, 'it is sent although no other message follows').toEqual([]);
    }
  },
);
