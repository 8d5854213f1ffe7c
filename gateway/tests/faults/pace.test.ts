// Pace and order as the provider sees them: a flooded sender never exceeds its rate in any second, the messages to one
// person arrive in order, and no message overtakes in a lane.

import { afterEach, expect, test } from 'vitest';
import { timeOfUuid, toPublicId } from '../../src/platform/ids.ts';
import { printFigures } from './support/check-ledger.ts';
import { checkPace, type Sending, worstOvertaking } from './support/check-pace.ts';
import { readReceipt } from './support/check-witness.ts';
import { findFreePort } from './support/gateway-process.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { credentialHeaders } from './support/send-once.ts';
import { createStage, type Stage } from './support/stage.ts';
import { waitUntil } from './support/wait-until.ts';
import { openWitness } from './support/witness.ts';

const floodSeconds = shortOrLong(4, 60);
const rates = [20, 80];
/** Every so many messages go to one of a few people, who get several each; no more than a person may get in a burst. */
const everyNth = 4;
const people = shortOrLong(6, 60);
/** One request after the other, so that they are accepted in order and faster than they may go out. */
const messagesPerRequest = 20;

let stage: Stage;
afterEach(() => stage.end());

/** A burst leaves at one moment on connections of its own, so their order within it is the network's. */
const burstOf = (rate: number): number => Math.max(1, Math.floor(rate * 0.05));

const phoneNumberOf = (rate: number, index: number): string =>
  index % everyNth === 0
    ? `+96655${1_000_000 + rate * 1_000 + ((index / everyNth) % people)}`
    : `+96656${1_000_000 + rate * 10_000 + index}`;

test('flooded senders keep their rate in every second, and no message overtakes', {
  timeout: laneMilliseconds,
}, async () => {
  stage = createStage();
  const dataDir = await stage.makeDataDir();
  const gateway = stage.spawnGateway(await findFreePort(), { DATA_DIR: dataDir });
  const witness = await openWitness(stage);
  await gateway.ready();
  const credentials = gateway.firstCredentials();
  const headers = {
    ...credentialHeaders(credentials),
    'content-type': 'application/json',
    prefer: 'respond-async',
  };

  const flood = async (rate: number) => {
    const sender = await witness.connect(gateway.address, credentials, rate);
    const accepted: string[] = [];
    for (let index = 0; index < rate * floodSeconds; index += messagesPerRequest) {
      const messages = Array.from({ length: messagesPerRequest }, (_, place) => ({
        from: sender.id,
        to: phoneNumberOf(rate, index + place),
        message: `${rate}-${index + place}`,
      }));
      const answer = await fetch(`${gateway.address}/api/v1/messages/send-batch`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ messages }),
      });
      expect(answer.status, await answer.clone().text()).toBe(202);
      const { results } = (await answer.json()) as { results: { message_id: string }[] };
      accepted.push(...results.map((result) => result.message_id));
    }
    return { rate, sender, accepted };
  };
  const flooded = await Promise.all(rates.map(flood));
  const expected = flooded.reduce((sum, { accepted }) => sum + accepted.length, 0);
  const ledger = await waitUntil(
    'everything was sent',
    async () => {
      const entries = await witness.readLedger();
      return entries.length >= expected ? entries : null;
    },
    floodSeconds * 3 + 60,
  );
  const calls = await stage.withDatabase(dataDir, (client) =>
    waitUntil('every call is written down', async () => {
      const { rows } = await client.query<{ id: string; message_id: string }>(
        'select id, message_id from calls',
      );
      return rows.length >= expected ? rows : null;
    }),
  );
  const begun = new Map(calls.map((call) => [call.message_id, timeOfUuid(call.id).getTime()]));

  for (const { rate, sender, accepted } of flooded) {
    const own = ledger.filter(({ phoneNumberId }) => phoneNumberId === sender.phoneNumberId);
    const sendings = own.map((entry): Sending => {
      const messageId = readReceipt(entry)?.messageId ?? '';
      return { messageId, begunAt: begun.get(messageId) ?? 0, receivedAt: entry.receivedAt };
    });
    const ids = sendings.map(({ messageId }) => toPublicId('message', messageId));
    expect(ids.toSorted()).toEqual(accepted.toSorted());
    const { problems, ...pace } = checkPace(sendings, rate);
    const order = sendings
      .toSorted((one, two) => one.begunAt - two.begunAt)
      .map(({ messageId }) => messageId);
    const seconds = ((own.at(-1)?.receivedAt ?? 0) - (own[0]?.receivedAt ?? 0)) / 1000;
    const overtaken = worstOvertaking(sendings.map(({ messageId }) => messageId));
    printFigures(`pace, ${rate} a second`, {
      messages: own.length,
      seconds,
      perSecond: Math.round((own.length / seconds) * 10) / 10,
      ...pace,
      worstOvertakingInLedger: overtaken,
      worstOvertakingByCalls: worstOvertaking(order),
    });
    expect(problems).toEqual([]);
    expect(accepted, 'they were accepted one after the other').toEqual(accepted.toSorted());
    expect(overtaken).toBeLessThan(Math.max(2, 2 * burstOf(rate)));
    for (const [person, entries] of Map.groupBy(own, ({ to }) => to)) {
      const toPerson = entries.map((entry) => readReceipt(entry)?.messageId ?? '');
      expect(toPerson, `${person} got them in order`).toEqual(toPerson.toSorted());
    }
  }
});
