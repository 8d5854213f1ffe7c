// Lanes are shared out: a process that joins gets its share within seconds, and one that leaves or dies is followed by all
// that are left. Everything is sent once and, to one person, in its order.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { timeOfUuid } from '../../src/platform/ids.ts';
import { printFigures } from './support/check-ledger.ts';
import { readReceipt, vainPerKill } from './support/check-witness.ts';
import { finishLane } from './support/finish-lane.ts';
import type { GatewayProcess } from './support/gateway-process.ts';
import { openGivenDatabase } from './support/given-database.ts';
import { createJournal, type Journal } from './support/journal.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { countLanes } from './support/lane-owner.ts';
import { type Credentials, credentialHeaders, sendOnce } from './support/send-once.ts';
import { createStage, type Stage } from './support/stage.ts';
import { startLoad } from './support/start-load.ts';
import { unexpectedRefusals } from './support/unexpected-refusals.ts';
import { waitUntil } from './support/wait-until.ts';
import { watchRows } from './support/watch-rows.ts';
import { openWitness, type Witness } from './support/witness.ts';

const companies = shortOrLong(6, 20);
const rounds = shortOrLong(1, 6);
const leaseSeconds = 3;
/** A join and a clean stop need a round or two; a death also its lease. */
const shareSecondsMax = 40;
/** The longest that the median change may take: it took 10 s on two cores with a load of forty. */
const usualSecondsMax = 20;
/** The most messages that one person may get in a burst; the lane would keep the rest back. */
const storyMessagesMax = 40;

let stage: Stage;
afterEach(() => stage.end());

/** Sends one person of each company a story, one message after the other, through any gateway. */
const sendStories = (all: readonly Credentials[], addresses: readonly string[], journal: Journal) => {
  let isOver = false;
  const sendStory = async (credentials: Credentials, company: number): Promise<string[]> => {
    const parts: string[] = [];
    for (let part = 0; part < storyMessagesMax && !isOver; part += 1) {
      const text = `story-${company}-${String(part).padStart(3, '0')}`;
      const wish = journal.begin({ text, path: '/api/v1/messages/send', key: text });
      // As a careful caller does: the next part only when this one is accepted.
      for (let isAccepted = false; !isAccepted; ) {
        const attempt = { requestId: `${text}-${wish.attempts}`, begunAt: performance.now() };
        const outcome = await sendOnce({
          address: addresses[(part + company) % addresses.length] ?? '',
          path: wish.path,
          body: JSON.stringify({ to: `+9665099${String(company).padStart(5, '0')}`, message: text }),
          headers: {
            ...credentialHeaders(credentials),
            'x-request-id': attempt.requestId,
            prefer: 'respond-async',
            'idempotency-key': text,
          },
        });
        journal.note(wish, attempt, outcome);
        isAccepted = outcome.kind === 'answered' && outcome.status < 300;
        await sleep(isAccepted ? 250 * rounds : 100);
      }
      parts.push(text);
    }
    return parts;
  };
  const sending = Promise.all(all.map(sendStory));
  return {
    async stop(): Promise<string[][]> {
      isOver = true;
      return await sending;
    },
  };
};

/** The parts of stories that came in another order than they were sent, with who marked each of them and when. */
const findDisorder = async (
  client: pg.Client,
  witness: Witness,
  stories: readonly string[][],
): Promise<string[]> => {
  const received = (await witness.readLedger()).flatMap((entry) => readReceipt(entry)?.text ?? []);
  const misplaced = stories.flatMap((story) => {
    const arrived = received.filter((text) => story.includes(text));
    const inOrder = [...new Set(arrived)].toSorted();
    return arrived.filter((text, place) => text !== inOrder[place]);
  });
  if (misplaced.length === 0) return [];
  const { rows } = await client.query<{ id: string; body: string; marks: string }>(
    `select id, body, (
       select string_agg(concat_ws(' ', 'attempt', fault_marks.attempt, 'by', epoch, 'at', fault_marks.at::time), ', ')
       from fault_marks where message_id = messages.id
     ) as marks
     from messages where body = any ($1) order by id`,
    [misplaced],
  );
  const lines = rows.map(({ id, body, marks }) => `${body} made ${timeOfUuid(id).toISOString()} ${marks}`);
  return [misplaced.join(' '), ...lines];
};

test('processes that join, leave and die share the lanes out, and everything is sent once and in order', {
  timeout: laneMilliseconds,
}, async () => {
  stage = createStage();
  // One more process with every round, each with some thirty connections.
  const database = await openGivenDatabase(stage, { max_connections: '300' });
  const witness = await openWitness(stage);
  const journal = createJournal();
  const start = () => database.startGateway({ LEASE_SECONDS: String(leaseSeconds) });
  const first = await start();
  await watchRows(database.client);
  // Order is at risk when one process has committed rows that another has not read yet, so commits are delayed.
  database.proxy.hesitate(0.2, 250);
  const all: Credentials[] = [];
  for (let index = 0; index < companies; index += 1) {
    const credentials = await database.makeCompany();
    await witness.connect(first.address, credentials);
    all.push(credentials);
  }
  const addresses = [first.address];
  const loads = all.map((credentials) =>
    startLoad({ addresses, credentials, journal, callers: 2, pauseMilliseconds: 60, waitShare: 0.3 }),
  );
  stage.atEnd(() => Promise.all(loads.map((load) => load.stop(0))));
  const stories = sendStories(all, addresses, journal);

  let gateways: GatewayProcess[] = [first];
  const shared: { readonly what: string; readonly seconds: number }[] = [];
  const serve = (serving: GatewayProcess[]): void => {
    gateways = serving;
    addresses.splice(0, addresses.length, ...serving.map(({ address }) => address));
  };
  const untilShared = async (what: string): Promise<void> => {
    const begunAt = performance.now();
    let lastShares = '';
    await waitUntil(
      `the lanes are shared out after ${what}`,
      async () => {
        const counts = await countLanes(database.client);
        const shares = gateways.map(({ processId }) => counts.get(processId) ?? 0);
        lastShares = shares.join('+');
        const isAll = shares.reduce((sum, share) => sum + share, 0) === companies;
        return isAll && Math.max(...shares) - Math.min(...shares) <= 1;
      },
      shareSecondsMax,
    ).catch((error: Error) => {
      throw new Error(`${error.message}: ${lastShares}`);
    });
    const seconds = Math.round((performance.now() - begunAt) / 100) / 10;
    shared.push({ what: `${what} ${seconds} s (${lastShares})`, seconds });
  };

  await untilShared('the start');
  for (let round = 0; round < rounds; round += 1) {
    const [second, third] = await Promise.all([start(), start()]);
    serve([...gateways, second, third]);
    await untilShared('two joined');
    const stopped = second.terminate(15);
    serve(gateways.filter((gateway) => gateway !== second));
    await untilShared('one left');
    expect((await stopped).exitCode, second.output()).toBe(0);
    serve([...gateways, await start()]);
    await untilShared('one joined');
    await third.kill();
    serve(gateways.filter((gateway) => gateway !== third));
    await untilShared('one was killed');
  }

  database.proxy.hesitate(0, 0);
  const sent = await stories.stop();
  await Promise.all(loads.map((load) => load.stop()));
  const { figures, problems } = await finishLane(database.client, journal, witness);
  const sorted = shared.map(({ seconds }) => seconds).toSorted((one, two) => one - two);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  printFigures('share-lanes', {
    shared: shared.map(({ what }) => what).join(', '),
    sharedMiddleSeconds: middle,
    sharedLongestSeconds: sorted.at(-1) ?? 0,
    ...figures,
  });
  expect(problems).toEqual([]);
  expect(middle, 'most joins and leaves are shared out soon').toBeLessThanOrEqual(usualSecondsMax);
  // Nor does a lane that is handed over leave anything under way.
  expect(figures.unconfirmedInVain, 'the provider never saw them').toBeLessThanOrEqual(vainPerKill * rounds);
  expect(await findDisorder(database.client, witness, sent)).toEqual([]);
  expect(unexpectedRefusals(journal.refusals, ['idempotency_in_progress'])).toEqual([]);
});
