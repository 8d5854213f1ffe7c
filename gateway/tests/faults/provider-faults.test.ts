// A provider on its worst day, under load: connections reset before and after it took a message, answers that are empty,
// slow or never come, statuses early, twice and in the wrong order. Nothing is lost, and nothing is sent twice unless its
// history says that the outcome was unknown and its sender had asked for it.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { printFigures } from './support/check-ledger.ts';
import { finishLane } from './support/finish-lane.ts';
import { findFreePort } from './support/gateway-process.ts';
import { createJournal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { credentialHeaders, sendOnce } from './support/send-once.ts';
import { createStage } from './support/stage.ts';
import { startMixedLoad } from './support/start-load.ts';
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

/**
 * Each with the answer to a caller that waits, and whether the person got it. Where the provider refuses repetitions,
 * an unknown outcome is repeated under the same id until it is known.
 */
const magicNumbers = [
  { to: '+15551000004', answer: 'unconfirmed', answerIfRepeated: 'queued', isReceived: false },
  { to: '+15551000005', answer: 'unconfirmed', answerIfRepeated: 'sent', isReceived: true },
  { to: '+15550000500', answer: 'unconfirmed', answerIfRepeated: 'queued', isReceived: false },
  { to: '+15551000001', answer: 'sent', answerIfRepeated: 'sent', isReceived: true },
  { to: '+15551000006', answer: 'sent', answerIfRepeated: 'sent', isReceived: true },
];

/**
 * Twilio has no limit for one person: what stands for it makes the whole number wait for a minute. Infobip's makes the
 * person wait for an hour, which is longer than a lane.
 */
const faultsOf = (provider: string) =>
  provider === 'meta_cloud' ? faults : faults.filter(({ name }) => name !== 'pair_rate_reached');

// Side by side: each has a gateway of its own, and Infobip's asks for a minute of rest.
test.concurrent.for(['meta_cloud', 'twilio', 'infobip'])(
  'a provider that breaks in every way loses nothing and doubles nothing: %s',
  {
    timeout: laneMilliseconds,
  },
  async (provider, { onTestFinished }) => {
    const stage = createStage();
    onTestFinished(() => stage.end());
    const dataDir = await stage.makeDataDir();
    const port = await findFreePort();
    const witness = await openWitness(stage, provider);
    const journal = createJournal();
    const start = () => stage.spawnGateway(port, { DATA_DIR: dataDir });
    let gateway = start();
    await gateway.ready();
    const credentials = gateway.firstCredentials();
    await stage.withDatabase(dataDir, watchRows);
    await witness.connect(gateway.address, credentials);

    const { refusesRepetition } = witness;
    const send = async (to: string, more: object): Promise<{ status?: string; message_id?: string }> => {
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
      return outcome.kind === 'answered' ? JSON.parse(outcome.text) : { status: outcome.kind };
    };
    const statusOf = async (id: string | undefined): Promise<string> => {
      const headers = credentialHeaders(credentials);
      const answer = await fetch(`${gateway.address}/api/v1/messages/${id}`, { headers });
      return ((await answer.json()) as { status: string }).status;
    };
    // A status that is quicker than the settling of an unknown outcome would make it known.
    await witness.holdCallbacks(true);
    const answers = await Promise.all(magicNumbers.map(({ to }) => send(to, {})));
    const expected = magicNumbers.map(({ answer, answerIfRepeated }) =>
      refusesRepetition ? answerIfRepeated : answer,
    );
    // On a slow machine the caller is answered `queued` before the provider has said anything.
    for (const [index, { status, message_id }] of answers.entries()) {
      const later = expected[index] === 'sent' ? ['sent', 'delivered', 'read'] : [expected[index]];
      if (status !== 'queued' || expected[index] === 'queued') expect(status).toBe(expected[index]);
      else
        await waitUntil(`it is ${expected[index]}`, async () => later.includes(await statusOf(message_id)));
    }
    // These numbers break every attempt: what is repeated until it is known would never come to rest.
    for (const { message_id } of answers.filter((_, index) => expected[index] === 'queued')) {
      await waitUntil('it waits for its next attempt and is cancelled', async () => {
        const path = `/api/v1/messages/${message_id}/cancel`;
        const headers = credentialHeaders(credentials);
        return (await fetch(gateway.address + path, { method: 'POST', headers })).ok;
      });
    }

    // A message that asks to be sent again after an unknown outcome is sent again only while no status reports on it.
    await witness.addFault({ name: 'reset_after_recording', count: 1 });
    expect(await send('+966540000001', { on_unknown: 'retry' })).toMatchObject({ status: 'sent' });

    for (const fault of faultsOf(provider)) await witness.addFault(fault);
    const load = startMixedLoad(stage, {
      addresses: [gateway.address],
      credentials,
      journal,
    });
    for (let round = 0; round <= kills; round += 1) {
      const acceptedBefore = journal.accepted;
      await waitUntil('messages are accepted', () => journal.accepted > acceptedBefore + 100);
      await sleep(secondsBetweenKills * 1000);
      await witness.holdCallbacks(round % 2 !== 0);
      if (round === kills) break;
      await witness.whileAway(async () => {
        await gateway.kill();
        gateway = start();
        await gateway.ready();
      });
    }

    await load.stop();
    await witness.holdCallbacks(false);
    await witness.clearFaults();
    const { figures, problems } = await stage.withDatabase(dataDir, (client) =>
      finishLane(client, journal, witness, 90),
    );
    printFigures(`provider-faults by ${provider}`, { kills, ...figures });
    expect(problems).toEqual([]);
    const ledger = await witness.readLedger();
    // Not every provider writes the plus sign.
    const receivedBy = (to: string) =>
      ledger.filter(({ outcome, waId }) => outcome === 'accepted' && `+${waId}` === to);
    for (const { to, isReceived } of magicNumbers) {
      expect(receivedBy(to)).toHaveLength(Number(isReceived));
    }
    expect(unexpectedRefusals(journal.refusals, ['idempotency_in_progress'])).toEqual([]);
    expect(receivedBy('+966540000001')).toHaveLength(refusesRepetition ? 1 : 2);
  },
);
