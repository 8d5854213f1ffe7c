// A provider on its worst day, under load: connections reset before and after it took a message, answers that are empty,
// slow or never come, statuses early, twice and in the wrong order. Nothing is lost, and nothing is sent twice unless its
// history says that nobody knew and its sender had asked for it.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { printFigures } from './support/check-ledger.ts';
import { finishLane } from './support/finish-lane.ts';
import { findFreePort } from './support/gateway-process.ts';
import { createJournal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { credentialHeaders, sendOnce } from './support/send-once.ts';
import { createStage, type Stage } from './support/stage.ts';
import { startLoad } from './support/start-load.ts';
import { unexpectedRefusals } from './support/unexpected-refusals.ts';
import { waitUntil } from './support/wait-until.ts';
import { watchRows } from './support/watch-rows.ts';
import { openWitness } from './support/witness.ts';

const kills = shortOrLong(0, 15);
const secondsBetweenKills = shortOrLong(3, 5);

const faults = [
  { name: 'reset_before_recording', probability: 0.03 },
  { name: 'reset_after_recording', probability: 0.03 },
  { name: 'server_error', probability: 0.03 },
  { name: 'slow_answer', probability: 0.05, delay_ms: 1_500 },
  { name: 'status_before_answer', probability: 0.03 },
  { name: 'duplicated_statuses', probability: 0.1 },
  { name: 'out_of_order_statuses', probability: 0.1 },
  { name: 'no_answer', count: 3 },
  { name: 'pair_rate_reached', count: 10 },
  { name: 'throughput_reached', count: 2 },
  { name: 'answer_error', code: 131_000, count: 10 },
];

/** Each with what a caller who waits is told, and whether the person got it. */
const magicNumbers = [
  { to: '+15551000004', answer: 'unconfirmed', isReceived: false },
  { to: '+15551000005', answer: 'unconfirmed', isReceived: true },
  { to: '+15550000500', answer: 'unconfirmed', isReceived: false },
  { to: '+15551000001', answer: 'sent', isReceived: true },
  { to: '+15551000006', answer: 'sent', isReceived: true },
];

let stage: Stage;
afterEach(() => stage.end());

test('a provider that breaks in every way loses nothing and doubles nothing', {
  timeout: laneMilliseconds,
}, async () => {
  stage = createStage();
  const dataDir = await stage.makeDataDir();
  const port = await findFreePort();
  const witness = await openWitness(stage);
  const journal = createJournal();
  const start = () => stage.spawnGateway(port, { DATA_DIR: dataDir });
  let gateway = start();
  await gateway.ready();
  const credentials = gateway.firstCredentials();
  await stage.withDatabase(dataDir, watchRows);
  await witness.connect(gateway.address, credentials);

  const send = async (to: string, more: object): Promise<string> => {
    const text = `to ${to}`;
    const wish = journal.begin({ text, path: '/api/v1/messages/send', key: null, isWaiting: true });
    const attempt = { requestId: text.replaceAll(/\W/g, '-'), begunAt: performance.now() };
    const outcome = await sendOnce({
      address: gateway.address,
      path: wish.path,
      body: JSON.stringify({ to, message: text, ...more }),
      headers: { ...credentialHeaders(credentials), 'x-request-id': attempt.requestId },
    });
    journal.note(wish, attempt, outcome);
    return outcome.kind === 'answered' ? JSON.parse(outcome.text).status : outcome.kind;
  };
  const answers = await Promise.all(magicNumbers.map(({ to }) => send(to, {})));
  expect(answers).toEqual(magicNumbers.map(({ answer }) => answer));

  // Whoever asked to be sent again when nobody knows is sent again only while no status tells.
  await witness.holdCallbacks(true);
  await witness.addFault({ name: 'reset_after_recording', count: 1 });
  expect(await send('+966540000001', { on_unknown: 'retry' })).toBe('sent');

  for (const fault of faults) await witness.addFault(fault);
  const load = startLoad({
    addresses: [gateway.address],
    credentials,
    journal,
    pauseMilliseconds: 40,
    waitShare: 0.3,
    hasUnknownMix: true,
  });
  stage.atEnd(() => load.stop(0));
  for (let round = 0; round <= kills; round += 1) {
    const acceptedBefore = journal.accepted;
    await waitUntil('messages are accepted', () => journal.accepted > acceptedBefore + 100);
    await sleep(secondsBetweenKills * 1000);
    await witness.holdCallbacks(round % 2 !== 0);
    if (round === kills) break;
    await gateway.kill();
    gateway = start();
    await gateway.ready();
  }

  await load.stop();
  await witness.holdCallbacks(false);
  await witness.clearFaults();
  const { figures, problems } = await stage.withDatabase(dataDir, (client) =>
    finishLane(client, journal, witness, 90),
  );
  printFigures('provider-faults', { kills, ...figures });
  expect(problems).toEqual([]);
  const ledger = await witness.readLedger();
  for (const { to, isReceived } of magicNumbers) {
    expect(ledger.filter((entry) => entry.outcome === 'accepted' && entry.to === to)).toHaveLength(
      Number(isReceived),
    );
  }
  expect(unexpectedRefusals(journal.refusals, ['idempotency_in_progress'])).toEqual([]);
  expect(ledger.filter((entry) => entry.outcome === 'accepted' && entry.to === '+966540000001')).toHaveLength(
    2,
  );
});
