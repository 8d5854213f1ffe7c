// A gateway of today meets the database of the one that carried texts only, filled, while the old one still writes into
// it: nothing is lost or sent twice, the old writer never waits long, and what was stored reads as before.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@hudhud/contract/messages.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { newUuid } from '../src/platform/ids.ts';
import { findFreePort, type GatewayProcess, spawnGateway } from './faults/support/gateway-process.ts';
import { shortOrLong } from './faults/support/lane-length.ts';
import { credentials, sendingEnvironment, testEnvironment } from './support/gateway.ts';
import { createHttpClient, type HttpClient } from './support/http-client.ts';
import { useOldDatabase } from './support/old-database.ts';
import type { LedgerEntry } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const plan = {
  days: shortOrLong(5, 60),
  messagesPerDay: shortOrLong(4_000, 16_667),
  waiting: 40,
  people: 2_000,
};
/** A send must not wait longer than a person would notice. Machines of tests are slow. */
const waitMillisecondsMax = 1_000;
const patience = shortOrLong(120_000, 1_200_000);

const old = await useOldDatabase(plan);
const { database } = old;

/** The work of the old gateway for every message that it accepts. */
const startOldWriter = async () => {
  const client = await database.connect();
  const [sender] = await database.query<{ id: string }>('select id from senders');
  let isStopped = false;
  let written = 0;
  let longest = 0;
  const writing = (async () => {
    while (!isStopped) {
      const begun = performance.now();
      await client.query(
        `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id, lane_id)
         values ($1, $2, 'out', 'queued', 'text', $3, $4, 'meta_cloud', $5, $5)`,
        [old.companyUuid, newUuid(), `+96659${1_000_000 + written}`, `Late ${written}`, sender?.id],
      );
      written += 1;
      longest = Math.max(longest, performance.now() - begun);
      await sleep(20);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await writing;
      await client.end();
      return { written, longest };
    },
  };
};

const processes: GatewayProcess[] = [];
afterAll(async () => {
  for (const process of processes) await process.kill();
});

/** A process of its own, so that the writer's waits are waits for the database alone. */
const startProcess = async (): Promise<HttpClient> => {
  const port = await findFreePort();
  const settings = { ...testEnvironment(database.url), ...sendingEnvironment, PORT: String(port) };
  const process = spawnGateway(port, settings);
  processes.push(process);
  await process.ready();
  return createHttpClient(process.address);
};

const writer = await startOldWriter();
// Both find an old database at the same moment.
const gateways = await Promise.all([startProcess(), startProcess()]);
const [first] = gateways;
const late = await writer.stop();
afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())));

const headers = credentials(old.companyId, old.token);
const get = async <Body>(path: string): Promise<Body> => {
  const answer = await first.call<Body>('GET', path, { headers });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const send = (to: string) =>
  first.call<{ status: string }>('POST', '/api/v1/messages/send', {
    headers,
    body: { to, message: 'Hello' },
  });

const ledgers = async (): Promise<LedgerEntry[]> => {
  const answers = await Promise.all(
    gateways.map((gateway) =>
      gateway.call<{ data: LedgerEntry[] }>('GET', '/simulator/control/ledger?limit=10000'),
    ),
  );
  return answers.flatMap(({ body }) => body.data);
};

describe('a database of the gateway that carried texts only', () => {
  it('is brought to today without holding up the gateway that still writes into it', () => {
    expect(late.written).toBeGreaterThan(5);
    expect(late.longest, 'in time').toBeLessThan(waitMillisecondsMax);
  });

  it('keeps every message', async () => {
    const [row] = await database.query<{ count: string }>('select count(*) from messages');
    expect(Number(row?.count)).toBe(old.messages + late.written);
    const [odd] = await database.query<{ count: string }>(
      'select count(*) from messages where content is not null or context_id is not null',
    );
    expect(Number(odd?.count)).toBe(0);
  });

  it(
    'sends what waited and what was accepted meanwhile, each once',
    async () => {
      const awaited = old.waiting + late.written;
      await waitUntil(
        'everything that waited has gone out',
        async () => (await ledgers()).length >= awaited,
        patience,
      );
      const texts = (await ledgers()).map(({ body }) => body.text.body).sort();
      const expected = [
        ...Array.from({ length: old.waiting }, (_, n) => `Waiting ${n}`),
        ...Array.from({ length: late.written }, (_, n) => `Late ${n}`),
      ].sort();
      expect(texts).toEqual(expected);
    },
    patience,
  );

  it('finds the history of a person under every form of their number', async () => {
    // Person 8 of the plan: stored with Brazil's ninth digit, which WhatsApp leaves out.
    const perDay = Math.ceil((plan.messagesPerDay - 8) / plan.people);
    for (const form of ['+5511970000008', '+551170000008']) {
      const list = await get<{ data: Message[] }>(
        `/api/v1/messages?phone_number=${encodeURIComponent(form)}&limit=100`,
      );
      expect(list.data).toHaveLength(Math.min(100, plan.days * perDay));
      expect(new Set(list.data.map(({ phone_number }) => phone_number))).toEqual(new Set(['+5511970000008']));
    }
  });

  it('lists the failures of all days', async () => {
    const failed = await get<{ data: Message[] }>('/api/v1/messages?status=failed&limit=100');
    expect(failed.data).toHaveLength(100);
    expect(failed.data.every(({ status }) => status === 'failed')).toBe(true);
  });

  it('honours every STOP, under every form of the number', async () => {
    // Persons 40 (Brazil), 20 (Mexico) and 10 have opted out.
    const stopped = ['+5511970000040', '+551170000040', '+5215510000020', '+525510000020', '+966510000010'];
    for (const to of stopped) {
      const answer = await send(to);
      expect(answer.text, to).toContain('recipient_opted_out');
    }
    expect((await send('+966510000011')).body.status).toBe('sent');
  });
});
