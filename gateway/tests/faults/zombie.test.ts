// A gateway that is frozen past its lease and thawed again: a zombie. Another gateway has taken over meanwhile, so the
// zombie must send nothing in its old name, and what it had accepted must not be left behind.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printFigures } from './support/check-ledger.ts';
import { readReceipt } from './support/check-witness.ts';
import { finishLane } from './support/finish-lane.ts';
import type { GatewayProcess } from './support/gateway-process.ts';
import { type GivenDatabase, openGivenDatabase } from './support/given-database.ts';
import { createJournal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { findOwner, type Owner } from './support/lane-owner.ts';
import type { Credentials } from './support/send-once.ts';
import { createWishSender } from './support/send-wish.ts';
import { createStage } from './support/stage.ts';
import { startMixedLoad } from './support/start-load.ts';
import { unexpectedRefusals } from './support/unexpected-refusals.ts';
import { waitUntil } from './support/wait-until.ts';
import { readMarks, watchRows } from './support/watch-rows.ts';
import { openWitness, type Witness, type WitnessedSender } from './support/witness.ts';

const freezes = shortOrLong(1, 12);
const leaseSeconds = 2;
const takeoverSecondsMax = 20;
/** Requests that are on their way into the frozen gateway, and that reach it the moment it thaws. */
const caught = 40;

const stage = createStage();
const journal = createJournal();
let database: GivenDatabase;
let witness: Witness;
let gateways: GatewayProcess[];
let credentials: Credentials;
let sender: WitnessedSender;

beforeAll(async () => {
  database = await openGivenDatabase(stage);
  witness = await openWitness(stage);
  const lease = { LEASE_SECONDS: String(leaseSeconds) };
  gateways = await Promise.all([database.startGateway(lease), database.startGateway(lease)]);
  await watchRows(database.client);
  credentials = await database.makeCompany();
  sender = await witness.connect(gateways[0]?.address ?? '', credentials);
});
afterAll(() => stage.end());

const addressOf = ({ processId }: Owner): string =>
  gateways.find((gateway) => gateway.processId === processId)?.address ?? '';

const freeze = async (owner: Owner): Promise<Owner> => {
  process.kill(owner.processId, 'SIGSTOP');
  const successor = await waitUntil(
    'another process has taken over',
    async () => {
      const now = await findOwner(database.client);
      return now && now.epoch !== owner.epoch ? now : null;
    },
    takeoverSecondsMax,
  );
  expect(successor.processId).not.toBe(owner.processId);
  return successor;
};

/** The messages that the witness has received from an epoch since a moment. */
const receivedFrom = async (epoch: string, since: number): Promise<string[]> => {
  const marks = (await readMarks(database.client)).filter((mark) => mark.epoch === epoch);
  const ofEpoch = new Set(marks.map((mark) => `${mark.message_id}:${mark.attempt}`));
  return (await witness.readLedger()).flatMap((entry) => {
    const receipt = readReceipt(entry);
    const name = `${receipt?.messageId}:${receipt?.attempt}`;
    return entry.receivedAt >= since && ofEpoch.has(name) ? [name] : [];
  });
};

test('a gateway frozen past its lease under load sends nothing in its old name when it thaws', {
  timeout: laneMilliseconds,
}, async () => {
  const load = startMixedLoad(stage, {
    addresses: gateways.map(({ address }) => address),
    credentials,
    journal,
  });

  const takeoverSeconds: number[] = [];
  for (let round = 0; round < freezes; round += 1) {
    const acceptedBefore = journal.accepted;
    await waitUntil('messages are accepted', () => journal.accepted > acceptedBefore + 100);
    const owner = await waitUntil('somebody sends', () => findOwner(database.client));
    const frozenAt = performance.now();
    const successor = await freeze(owner);
    takeoverSeconds.push(Math.round((performance.now() - frozenAt) / 100) / 10);
    await witness.redirect(sender, addressOf(successor));
    await waitUntil(
      'the other process sends',
      async () => (await receivedFrom(successor.epoch, 0)).length > 0,
    );
    const thawedAt = Date.now();
    process.kill(owner.processId, 'SIGCONT');
    // Nothing must be sent, and there is no event to wait for.
    await sleep(2_000);
    expect(await receivedFrom(owner.epoch, thawedAt)).toEqual([]);
  }

  await load.stop();
  const { figures, problems } = await finishLane(database.client, journal, witness);
  printFigures('zombie', { freezes, leaseSeconds, takeoverSeconds: takeoverSeconds.join(', '), ...figures });
  expect(problems).toEqual([]);
  expect(unexpectedRefusals(journal.refusals, ['idempotency_in_progress'])).toEqual([]);
});

test('a message that a frozen gateway accepts when it thaws is sent although no other message follows', {
  timeout: laneMilliseconds,
}, async () => {
  for (let round = 0; round < freezes; round += 1) {
    const owner = await waitUntil('somebody sends', async () => {
      await createWishSender(gateways[0]?.address ?? '', credentials, journal).send();
      return findOwner(database.client);
    });
    const atOwner = createWishSender(addressOf(owner), credentials, journal);
    const sent = Array.from({ length: caught }, (_, index) => atOwner.send(undefined, index % 2 === 0));
    await sleep(Math.random() * 30);
    const successor = await freeze(owner);
    await witness.redirect(sender, addressOf(successor));
    sent.push(...Array.from({ length: caught }, () => atOwner.send()));
    await waitUntil('all requests are on their way', () => atOwner.written === sent.length);
    process.kill(owner.processId, 'SIGCONT');
    await Promise.all(sent);
    const { problems } = await finishLane(database.client, journal, witness, 20);
    expect(problems).toEqual([]);
  }
});
