// kill -9 of the gateway while providers call back: what was answered 200 is stored and emitted, once, whether it was
// worked off before the kill, only kept, or half done.

import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { newUuid } from '../../src/platform/ids.ts';
import { printFigures } from './support/check-ledger.ts';
import { findFreePort, type GatewayProcess } from './support/gateway-process.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { sendOnce } from './support/send-once.ts';
import { createStage, type Stage } from './support/stage.ts';
import { waitUntil } from './support/wait-until.ts';

const kills = shortOrLong(3, 20);
const callers = 4;
const partsPerCallback = 40;
const appSecret = 'a secret of the app';
const account = '106540352242922';

let stage: Stage;
afterEach(() => stage.end());

/** Adds a sender that is not used for sending, and answers the path of its callbacks. */
const addSender = async ({ address, firstCredentials }: GatewayProcess): Promise<string> => {
  const { companyId, token } = firstCredentials();
  const outcome = await sendOnce({
    address,
    path: '/api/v1/senders',
    headers: { authorization: `Bearer ${token}`, 'x-company-id': companyId },
    body: JSON.stringify({
      name: 'Called back',
      provider: 'meta_cloud',
      fields: {
        phone_number_id: account,
        access_token: 'EAAG',
        app_secret: appSecret,
        verify_token: 'verify',
        base_url: 'http://127.0.0.1:9',
      },
    }),
  });
  if (outcome.kind !== 'answered') throw new Error(`no sender could be added: ${outcome.kind}`);
  return new URL((JSON.parse(outcome.text) as { callback_url: string }).callback_url).pathname;
};

const makeCallback = (ids: readonly string[]): string => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const messages = ids.map((id) => ({
    id,
    from: '16505551234',
    timestamp,
    type: 'text',
    text: { body: id },
  }));
  const value = { metadata: { phone_number_id: account }, messages };
  return JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'messages', value }] }] });
};

/** Calls back until it is stopped; an unanswered callback is not repeated, so that kept ones must come through alone. */
const startCallers = (address: string, path: string, answered: string[], figures: { lost: number }) => {
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const ids = Array.from({ length: partsPerCallback }, () => `wamid.${newUuid()}`);
      const body = makeCallback(ids);
      const signature = createHmac('sha256', appSecret).update(body).digest('hex');
      const headers = { 'x-hub-signature-256': `sha256=${signature}` };
      const outcome = await sendOnce({ address, path, body, headers });
      if (outcome.kind === 'answered' && outcome.status === 200) answered.push(...ids);
      else {
        figures.lost += 1;
        await sleep(50);
      }
    }
  };
  const running = Promise.all(Array.from({ length: callers }, run));
  return async () => {
    isStopped = true;
    await running;
  };
};

const countOf = async (client: pg.Client, text: string): Promise<number> =>
  (await client.query<{ count: number }>(`select count(*)::integer as count from ${text}`)).rows[0]?.count ??
  0;

/** How often each of these was stored, and emitted. */
const readCounts = async (client: pg.Client, ids: readonly string[]) => {
  const { rows } = await client.query<{ id: string; stored: number; emitted: number }>(
    `select wanted.id, count(distinct messages.id)::integer as stored, count(events.id)::integer as emitted
     from unnest($1::text[]) as wanted (id)
     left join messages on messages.body = wanted.id
     left join events on events.company_id = messages.company_id and events.message_id = messages.id
       and events.type = 'incoming_message'
     group by wanted.id`,
    [ids],
  );
  return rows;
};

test('a gateway killed with -9 has lost no callback that it answered, and emitted none twice', {
  timeout: laneMilliseconds,
}, async () => {
  stage = createStage();
  const dataDir = await stage.makeDataDir();
  const port = await findFreePort();
  // Every callback is kept first: the kills then meet all stages.
  const start = () => stage.spawnGateway(port, { DATA_DIR: dataDir, CALLBACK_ANSWER_MILLISECONDS: '0' });
  let gateway = start();
  await gateway.ready();
  const path = await addSender(gateway);
  const answered: string[] = [];
  const figures = { lost: 0 };
  const stopCallers = startCallers(gateway.address, path, answered, figures);
  stage.atEnd(stopCallers);

  let keptAtKills = 0;
  for (let round = 1; round <= kills; round += 1) {
    const before = answered.length;
    await waitUntil('callbacks are answered', () => answered.length > before + 20 * partsPerCallback);
    await sleep(Math.random() * 300);
    await gateway.kill();
    keptAtKills += await stage.withDatabase(dataDir, (client) => countOf(client, 'stored_callbacks'));
    gateway = start();
    await gateway.ready();
  }
  await stopCallers();
  await stage.withDatabase(dataDir, async (client) => {
    await waitUntil(
      'nothing is kept any more',
      async () => (await countOf(client, 'stored_callbacks')) === 0,
      120,
    );
    const rows = await readCounts(client, answered);
    printFigures('kill-callbacks', {
      kills,
      answered: answered.length,
      unanswered: figures.lost,
      keptAtKills,
    });
    expect(rows.filter(({ stored, emitted }) => stored !== 1 || emitted !== 1)).toEqual([]);
  });
  expect(answered.length).toBeGreaterThan(kills * 20 * partsPerCallback);
  expect(keptAtKills, 'the kills hit callbacks that were kept').toBeGreaterThan(0);
});
