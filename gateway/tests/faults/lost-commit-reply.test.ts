// The network between the gateway and PostgreSQL on its worst days. A message whose COMMIT reply is lost is settled by
// asking again: stored once, and the caller gets the id that is stored. When that cannot be found out, the caller gets
// 503, and its repeat with the same key makes no second message.

import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { usableMilliseconds } from '../../src/companies/directory.ts';
import { checkLedger, printFigures } from './support/check-ledger.ts';
import { finishLane } from './support/finish-lane.ts';
import type { GatewayProcess } from './support/gateway-process.ts';
import { type GivenDatabase, openGivenDatabase } from './support/given-database.ts';
import { createJournal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import type { Credentials, SendOutcome } from './support/send-once.ts';
import { createWishSender, type WishSender } from './support/send-wish.ts';
import { createStage } from './support/stage.ts';
import { startMixedLoad } from './support/start-load.ts';
import { unexpectedRefusals } from './support/unexpected-refusals.ts';
import { waitUntil } from './support/wait-until.ts';
import { watchRows } from './support/watch-rows.ts';
import { openWitness, type Witness } from './support/witness.ts';

/** The names of the gateway's prepared statements. */
const storing = 'store-messages';
const lookingUp = 'find-idempotency-keys';
const sending = [
  'mark-sending',
  'settle-messages',
  'settle-and-record',
  'settle-and-answer',
  'settle-and-remember',
  'record-statuses',
  'find-waiting',
  'poke-lanes',
];
/** The gateway tries for five seconds to settle a message, however many others wait with it. */
const refusalSecondsMax = 12;
const chaosSeconds = shortOrLong(2, 120);

const stage = createStage();
const journal = createJournal();
let database: GivenDatabase;
let gateway: GatewayProcess;
let credentials: Credentials;
let sender: WishSender;
let witness: Witness;

beforeAll(async () => {
  database = await openGivenDatabase(stage);
  gateway = await database.startGateway();
  credentials = await database.makeCompany();
  witness = await openWitness(stage);
  await watchRows(database.client);
  await witness.connect(gateway.address, credentials);
  sender = createWishSender(gateway.address, credentials, journal);
  // Connections and prepared statements are there before anything is lost.
  expect(await Promise.all([sender.send('warm'), sender.send()])).toMatchObject([
    { outcome: { status: 202 } },
    { outcome: { status: 202 } },
  ]);
});
afterEach(async () => {
  expect(gateway.hasExited, gateway.output()).toBe(false);
  expect((await checkLedger(database.client, journal)).problems).toEqual([]);
});
afterAll(() => stage.end());

const statusOf = (outcome: SendOutcome): number | string =>
  outcome.kind === 'answered' ? outcome.status : outcome.kind;

const expectUnavailable = (outcome: SendOutcome): void => {
  expect(outcome).toMatchObject({ kind: 'answered', status: 503 });
  if (outcome.kind !== 'answered') return;
  expect(JSON.parse(outcome.text).code).toBe('store_unavailable');
  expect(Number(outcome.headers['retry-after'])).toBeGreaterThan(0);
};

for (const loss of ['reply', 'request'] as const) {
  const what =
    loss === 'reply' ? 'the reply to its COMMIT is lost' : 'the connection is cut before any reply';
  test(`a message is stored once and answered 202 with its own id although ${what}`, async () => {
    const lostBefore = database.proxy.lost;
    database.proxy.loseNext(storing, loss);
    expect(statusOf((await sender.send(`single-${loss}`)).outcome)).toBe(202);
    database.proxy.loseNext(storing, loss);
    expect(statusOf((await sender.send()).outcome)).toBe(202);
    expect(database.proxy.lost - lostBefore).toBe(2);
  });
}

test('a message is answered 202 although reply after reply is lost, that of the lookup too', async () => {
  const lostBefore = database.proxy.lost;
  database.proxy.loseNext(storing, 'reply');
  database.proxy.loseNext(storing, 'request');
  database.proxy.loseNext(lookingUp, 'reply');
  expect(statusOf((await sender.send('again-and-again')).outcome)).toBe(202);
  expect(database.proxy.lost - lostBefore).toBe(3);
});

test('a batch of strangers with and without keys is answered 202 although its reply is lost', async () => {
  const lostBefore = database.proxy.lost;
  database.proxy.loseNext(storing, 'reply');
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => sender.send(index % 2 === 0 ? `batch-${index}` : undefined)),
  );
  expect(new Set(answers.map(({ outcome }) => statusOf(outcome)))).toEqual(new Set([202]));
  expect(database.proxy.lost - lostBefore).toBe(1);
});

test('a repeated key gives the stored answer again although the reply to the repeat is lost', async () => {
  const { wish } = await sender.send('repeated');
  const lostBefore = database.proxy.lost;
  database.proxy.loseNext(storing, 'reply');
  expect(statusOf(await sender.repeat(wish))).toBe(202);
  expect(database.proxy.lost - lostBefore).toBe(1);
  expect(wish.acceptances.map((acceptance) => acceptance.isReplayed)).toEqual([false, true]);
});

test('requests wait out a short silence of the network and are stored once', async () => {
  database.proxy.fallSilent();
  const sent = [sender.send('short-silence'), sender.send()];
  await sleep(1_000);
  database.proxy.speak();
  expect((await Promise.all(sent)).map(({ outcome }) => statusOf(outcome))).toEqual([202, 202]);
});

test('requests wait out a database that refuses connections for a moment and are stored once', async () => {
  await database.proxy.refuse();
  const sent = [sender.send('short-refusal'), sender.send()];
  await sleep(1_000);
  await database.proxy.listenAgain();
  expect((await Promise.all(sent)).map(({ outcome }) => statusOf(outcome))).toEqual([202, 202]);
});

/** The longest text. A batch holds a megabyte of request bodies and texts, so that few of these fill it. */
const filler = '.'.repeat(4_000);
/** Two flushers with a batch each: any row after them waits for one of them to fail. */
const rowsUnderWayMax = 2 * Math.ceil(1_048_576 / (2 * filler.length));
/** The gateway must read more than those while it still knows the company, so a slow machine is asked for few more. */
const crowdSize = rowsUnderWayMax + 80;

/** A sender with a connection for each of its requests, open already: a slow machine needs seconds to open them. */
const openConnections = async (count: number): Promise<WishSender> => {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: count });
  stage.atEnd(async () => agent.destroy());
  const look = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      get(`${gateway.address}/healthz`, { agent }, (answer) => answer.resume().once('end', resolve)).once(
        'error',
        reject,
      );
    });
  await Promise.all(Array.from({ length: count }, look));
  return createWishSender(gateway.address, credentials, journal, { agent, filler });
};

test('a database away for longer is 503 with Retry-After, and the repeat with the key makes one message', async () => {
  // The tests before have kept the gateway from looking the company up again. Once its entry is too old, the next
  // request makes it do so, and all further requests are then known.
  const open = openConnections(crowdSize);
  await sleep(usableMilliseconds + 100);
  const crowdSender = await open;
  await sender.send('asks-for-the-company');
  const lostBefore = database.proxy.lost;
  const refusalsBefore = journal.refusals.length;
  // Stored, but the gateway cannot know: the reply is lost and then the database is gone.
  database.proxy.loseNext(storing, 'reply');
  const stored = sender.send('stored-unknown');
  await waitUntil('the reply is lost', () => database.proxy.lost > lostBefore);
  await database.proxy.refuse();
  const begunAt = performance.now();
  // More than the batches under way can take: the last of them wait behind batches that fail.
  const crowd = Array.from({ length: crowdSize }, (_, index) => crowdSender.send(`never-stored-${index}`));
  const answers = await Promise.all([stored, ...crowd]);
  const seconds = (performance.now() - begunAt) / 1000;
  await database.proxy.listenAgain();
  for (const { outcome } of answers) expectUnavailable(outcome);
  expect(seconds, 'in time').toBeLessThan(refusalSecondsMax);
  const waited = journal.refusals.slice(refusalsBefore).filter((refusal) => refusal.isOfCompany);
  // Some waited behind batches that failed. A machine that takes seconds to read them no longer knows the company of the last ones.
  expect(waited.length, 'in time').toBeGreaterThan(rowsUnderWayMax);

  const [first, second] = [answers[0], answers[1]].map((answer) => answer?.wish);
  for (const wish of [first, second]) {
    await waitUntil(
      'the repeat is accepted',
      async () => wish && statusOf(await sender.repeat(wish)) === 202,
      10,
    );
  }
  expect(first?.acceptances[0]?.isReplayed, 'it was stored by the first request').toBe(true);
  expect(second?.acceptances[0]?.isReplayed, 'it was not stored before').toBe(false);
}, 180_000);

test('replies lost by chance under load, of all that is written, cost no 2xx and send nothing twice', {
  timeout: laneMilliseconds,
}, async () => {
  const refusalsBefore = journal.refusals.length;
  const lostBefore = database.proxy.lost;
  const load = startMixedLoad(stage, {
    addresses: [gateway.address],
    credentials,
    journal,
  });
  database.proxy.loseOften([storing, ...sending], 0.2);
  await sleep(chaosSeconds * 1000);
  await waitUntil('replies are lost', () => database.proxy.lost > lostBefore);
  database.proxy.loseOften([], 0);
  await load.stop();
  const { figures, problems } = await finishLane(database.client, journal, witness);
  printFigures('lost-commit-reply', { repliesLost: database.proxy.lost - lostBefore, ...figures });
  expect(problems).toEqual([]);
  expect(database.proxy.lost - lostBefore).toBeGreaterThan(0);
  expect(unexpectedRefusals(journal.refusals.slice(refusalsBefore))).toEqual([]);
});
