// Three gateways on one database: one of them sends, the others hand over to it. A gateway that leaves is followed by
// another, at once when it says goodbye and after its lease when it is killed, and everything is sent once.

import { afterEach, expect, test } from 'vitest';
import { printFigures } from './support/check-ledger.ts';
import { vainPerKill } from './support/check-witness.ts';
import { finishLane } from './support/finish-lane.ts';
import type { GatewayProcess } from './support/gateway-process.ts';
import { openGivenDatabase } from './support/given-database.ts';
import { createJournal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { findOwner, type Owner } from './support/lane-owner.ts';
import { createWishSender } from './support/send-wish.ts';
import { createStage, type Stage } from './support/stage.ts';
import { startMixedLoad } from './support/start-load.ts';
import { unexpectedRefusals } from './support/unexpected-refusals.ts';
import { waitUntil } from './support/wait-until.ts';
import { watchRows } from './support/watch-rows.ts';
import { openWitness } from './support/witness.ts';

const rounds = shortOrLong(1, 8);
/**
 * The lease of the gateway that leaves first: so long that a hand-over within the bound below cannot be an expired
 * lease.
 */
const longLease = 120;
const shortLease = 3;
const goodbyeSecondsMax = 10;
const deathSecondsMax = 20;
const waitingPerGateway = 5;

let stage: Stage;
afterEach(() => stage.end());

const openScene = async () => {
  stage = createStage();
  const database = await openGivenDatabase(stage);
  const witness = await openWitness(stage);
  const start = (leaseSeconds: number): Promise<GatewayProcess> =>
    database.startGateway({ LEASE_SECONDS: String(leaseSeconds) });
  /** The one who sends from now on, once it does. */
  const succeed = (owner: Owner, secondsMax: number): Promise<Owner> =>
    waitUntil(
      'another process sends',
      async () => {
        const now = await findOwner(database.client);
        return now && now.epoch !== owner.epoch ? now : null;
      },
      secondsMax,
    );
  const owner = (): Promise<Owner> => waitUntil('somebody sends', () => findOwner(database.client));
  return { database, witness, journal: createJournal(), start, succeed, owner };
};

const secondsSince = (begunAt: number): number => Math.round((performance.now() - begunAt) / 100) / 10;

test('of three gateways any may leave, in order or killed, and everything is sent once', {
  timeout: laneMilliseconds,
}, async () => {
  const { database, witness, journal, start, succeed, owner } = await openScene();
  let gateways = [await start(longLease)];
  await watchRows(database.client);
  const credentials = await database.makeCompany();
  const sender = await witness.connect(gateways[0]?.address ?? '', credentials);
  const addresses = gateways.map(({ address }) => address);
  const load = startMixedLoad(stage, {
    addresses,
    credentials,
    journal,
  });
  const serve = async (serving: GatewayProcess[]): Promise<void> => {
    gateways = serving;
    addresses.splice(0, addresses.length, ...serving.map(({ address }) => address));
    await witness.redirect(sender, serving[0]?.address ?? '');
  };
  const without = ({ processId }: Owner): GatewayProcess[] =>
    gateways.filter((gateway) => gateway.processId !== processId);
  const processOf = ({ processId }: Owner): GatewayProcess => {
    const found = gateways.find((gateway) => gateway.processId === processId);
    if (!found) throw new Error(`The lane belongs to process ${processId}, which is none of ours.`);
    return found;
  };
  const goodbyes: number[] = [];
  const takeovers: number[] = [];
  const stops: number[] = [];

  await owner();
  for (let round = 0; round < rounds; round += 1) {
    await serve([...gateways, ...(await Promise.all([start(shortLease), start(shortLease)]))]);
    const waited = gateways.flatMap(({ address }) => {
      const caller = createWishSender(address, credentials, journal);
      return Array.from({ length: waitingPerGateway }, () => caller.send(undefined, true));
    });
    const answers = (await Promise.all(waited)).map(({ outcome }) => outcome);
    expect(answers.filter((answer) => answer.kind !== 'answered' || answer.status !== 200)).toEqual([]);

    const leaving = await owner();
    const leavingProcess = processOf(leaving);
    const signalledAt = performance.now();
    const stopped = leavingProcess.terminate(goodbyeSecondsMax);
    await serve(without(leaving));
    const heir = await succeed(leaving, goodbyeSecondsMax);
    goodbyes.push(secondsSince(signalledAt));
    stops.push((await stopped).seconds);
    expect((await stopped).exitCode, leavingProcess.output()).toBe(0);

    const acceptedBefore = journal.accepted;
    await waitUntil('the others go on', () => journal.accepted > acceptedBefore + 50);
    const killedAt = performance.now();
    await processOf(heir).kill();
    await serve(without(heir));
    await succeed(heir, deathSecondsMax);
    takeovers.push(secondsSince(killedAt));
  }

  await load.stop();
  const { figures, problems } = await finishLane(database.client, journal, witness);
  printFigures('several-gateways', {
    rounds,
    secondsToHandOverByGoodbye: goodbyes.join(', '),
    secondsToStop: stops.join(', '),
    secondsToTakeOverFromKilled: takeovers.join(', '),
    ...figures,
  });
  expect(problems).toEqual([]);
  // A stop leaves nothing under way. A kill may hit a call between its record and its first byte.
  expect(figures.unconfirmedInVain, 'the provider never saw them').toBeLessThanOrEqual(vainPerKill * rounds);
  expect(unexpectedRefusals(journal.refusals, ['idempotency_in_progress'])).toEqual([]);
});
