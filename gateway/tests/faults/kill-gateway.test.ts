// kill -9 of the gateway under load, again and again, and once of PostgreSQL with it: what was answered 2xx is stored and
// sent, no Idempotency-Key makes two messages, and no person gets one twice unless it says that this may happen.

import { setTimeout as sleep } from 'node:timers/promises';
import { killServer } from '@hudhud/embedded-postgres/tests-support/scene.ts';
import { afterEach, expect, test } from 'vitest';
import { printFigures } from './support/check-ledger.ts';
import { vainPerKill } from './support/check-witness.ts';
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

const kills = shortOrLong(4, 50);
const runMillisecondsMax = shortOrLong(300, 4_000);
/** In this share of the rounds the gateway is killed again while it starts. */
const killedStarting = shortOrLong(0.1, 0.2);
/** PostgreSQL is killed too in this one of every ten rounds: as if the machine had taken both down. */
const postgresKilledInRound = 3;

let stage: Stage;
afterEach(() => stage.end());

test.each(['meta_cloud', 'twilio', 'infobip'])(
  'a gateway killed with -9 under load has lost nothing it answered and sent nothing twice: by %s',
  {
    timeout: laneMilliseconds,
  },
  async (provider) => {
    stage = createStage();
    const dataDir = await stage.makeDataDir();
    const port = await findFreePort();
    const journal = createJournal();
    const start = () => stage.spawnGateway(port, { DATA_DIR: dataDir });

    const witness = await openWitness(stage, provider);
    let gateway = start();
    await gateway.ready();
    const credentials = gateway.firstCredentials();
    await stage.withDatabase(dataDir, watchRows);
    await witness.connect(gateway.address, credentials);
    const load = startMixedLoad(stage, {
      addresses: [gateway.address],
      credentials,
      journal,
      hangUpShare: 0.02,
    });

    let killedWhileStarting = 0;
    let postgresKills = 0;
    for (let round = 1; round <= kills; round += 1) {
      const acceptedBefore = journal.accepted;
      await waitUntil('the gateway accepts messages', () => journal.accepted > acceptedBefore + 100);
      await sleep(Math.random() * runMillisecondsMax);
      expect(gateway.hasExited, gateway.output()).toBe(false);
      const withPostgres = round % 10 === postgresKilledInRound;
      if (withPostgres) postgresKills += 1;
      await witness.whileAway(async () => {
        await Promise.all([gateway.kill(), withPostgres && killServer(dataDir, 'SIGKILL')]);
        gateway = start();
        if (Math.random() < killedStarting) {
          await sleep(Math.random() * 1_500);
          await gateway.kill();
          killedWhileStarting += 1;
          gateway = start();
        }
        await gateway.ready();
      });
    }

    await load.stop();
    const { figures, problems } = await stage.withDatabase(dataDir, (client) =>
      finishLane(client, journal, witness),
    );
    const callbackFigures = await witness.callbackFigures();
    printFigures(`kill-gateway by ${provider}`, {
      kills,
      killedWhileStarting,
      postgresKills,
      ...figures,
      ...callbackFigures,
    });
    expect(problems).toEqual([]);
    expect(callbackFigures.callbacksGivenUp).toBe(0);
    expect(unexpectedRefusals(journal.refusals, ['idempotency_in_progress'])).toEqual([]);
    expect(journal.wishes.filter((wish) => wish.key !== null && wish.acceptances.length === 0)).toEqual([]);
    expect(figures.repeatedUntilAnswered, 'the kills hit requests on their way').not.toBe(0);
    const { refusesRepetition } = witness;
    const repeated = refusesRepetition ? figures.repeatedUnderTheSameId : figures.unconfirmedAtSomeTime;
    const hit = Number(repeated) + Number(figures.markedInVain);
    expect(hit, 'the kills hit messages on their way').toBeGreaterThan(0);
    // A message that was marked and not called is sent automatically. A kill may hit a call between its record and
    // its first byte.
    expect(figures.unconfirmedInVain, 'the provider never saw them').toBeLessThanOrEqual(vainPerKill * kills);
    // Where a repetition is refused, every outcome becomes known.
    if (refusesRepetition) expect(figures.unconfirmedAtSomeTime).toBe(0);
    expect(figures.answeredSent).not.toBe(0);
  },
);
