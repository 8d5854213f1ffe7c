// An online migration beside two gateways that send, with months of history in all its tables: it builds indexes and changes rows
// of every day, also those that are being sent, settled and emitted. No answer waits long, nothing is lost or doubled.

import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fillDays, makePartitions } from '../bench/history/fill-days.ts';
import { historyTables } from '../src/app/history-tables.ts';
import { type Migration, migrate, readMigrations } from '../src/platform/database/migrate.ts';
import { newUuid } from '../src/platform/ids.ts';
import { shortOrLong } from './faults/support/lane-length.ts';
import { useDatabase } from './support/database.ts';
import type { TestCompany } from './support/gateway.ts';
import { takesIt } from './support/receivers/behaviours.ts';
import { startReceiver } from './support/receivers/receiver.ts';
import { useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';
import { watchLockWaits } from './support/watch-lock-waits.ts';

const past = { days: shortOrLong(4, 30), messages: shortOrLong(12_000, 600_000) };
const tables = historyTables({ messageRetentionDays: 30, requestRetentionDays: 30 }).map(({ name }) => name);
const answersMin = 40;
const callersPerGateway = 3;
/** A statement of a gateway must not wait longer for the migration than a person would notice. */
const waitMillisecondsMax = 1_000;
/** The longest that an answer may take, given the slowest one without an upgrade. */
const answerMillisecondsMax = (quiet: number): number => 2 * quiet + 1_000;

const database = await useDatabase();
const connection = { connectionString: database.url };
await makePartitions(connection, past.days);
const filler = await database.connect();
await fillDays([filler], { ...past, companies: Array.from({ length: 4 }, newUuid) });
await filler.end();

const environment = { WEBHOOK_ALLOWED_NETWORKS: 'loopback' };
const first = await useSendingStage(environment, database);
const second = await useSendingStage(environment, database);
for (const gateway of [first, second])
  await gateway.call('PATCH', '/simulator/control/settings', { body: { throughput_per_second: 0 } });
const company = await first.createSendingCompany();
await company.setPace(1_000);
const receiver = await startReceiver(takesIt);
await company.call('POST', '/api/v1/webhooks', { body: { url: receiver.url, concurrency: 50 } });

/** A column, its value in every row of every day, and an index of it, for all tables of history. */
const synthetic = async (): Promise<Migration[]> => {
  const known = await readMigrations(fileURLToPath(new URL('../migrations', import.meta.url)));
  const statements = tables.map(
    (table) => `
alter table ${table} add column if not exists probe smallint;

-- for each partition of ${table}
update {partition} set probe = 1 where probe is null;

create index concurrently ${table}_probe on ${table} (company_id) where probe is not null;`,
  );
  const sql = `-- online\n${statements.join('\n')}\n`;
  return [...known, { version: known.length + 1, name: '9999-probe.sql', sql, checksum: 'probe' }];
};

interface Answered {
  readonly text: string;
  readonly begunAt: number;
  readonly milliseconds: number;
  readonly status: number;
}

/** Callers of both gateways; half of the messages wait for the provider. */
const startLoad = () => {
  const answered: Answered[] = [];
  let [isStopped, begun] = [false, 0];
  const call = async (caller: TestCompany): Promise<void> => {
    while (!isStopped) {
      const number = begun;
      begun += 1;
      const text = `Message ${number}`;
      const begunAt = performance.now();
      const { status } = await caller.send(
        { to: `+9665${50_000_000 + number}`, message: text },
        number % 2 === 0 ? { prefer: 'respond-async' } : {},
      );
      answered.push({ text, begunAt, milliseconds: performance.now() - begunAt, status });
      await sleep(20);
    }
  };
  const callers = [company, second.adopt(company)].flatMap((caller) =>
    Array.from({ length: callersPerGateway }, () => call(caller)),
  );
  return {
    answered,
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(callers);
    },
  };
};

const slowestOf = (answered: readonly Answered[]): number =>
  Math.max(...answered.map(({ milliseconds }) => milliseconds));

const countBy = async (sql: string): Promise<Map<string, number>> => {
  const rows = await database.query<{ key: string; count: number }>(
    `select key, count(*)::integer as count from (${sql}) as counted group by 1`,
    [company.uuid],
  );
  return new Map(rows.map(({ key, count }) => [key, count]));
};

const readTexts = async (gateway: typeof first): Promise<string[]> => {
  const { body } = await gateway.call<{ data: { body: { text: { body: string } } }[] }>(
    'GET',
    `/simulator/control/ledger?limit=10000&phone_number_id=${company.account}`,
  );
  return body.data.map((entry) => entry.body.text.body);
};

it('an online migration of all tables of history delays no send, and nothing is lost or doubled', async () => {
  // The other gateway learns that the company exists.
  await waitUntil(
    'the other gateway knows the company',
    async () => (await second.adopt(company).get('/api/v1/me')).status === 200,
  );
  const load = startLoad();
  // Plans are made and connections opened by the first messages.
  await waitUntil('the gateways are warm', () => load.answered.length >= answersMin);
  const quietAt = performance.now();
  await waitUntil('the quiet stretch was long enough', () => load.answered.length >= 3 * answersMin);
  const waits = watchLockWaits(await database.connect());
  const migratingAt = performance.now();
  const applied = await migrate(connection, await synthetic()).finally(() => sleep(1_000).then(load.stop));
  const migratedAt = performance.now() - 1_000;
  const longestWait = await waits.stop();
  const { answered } = load;

  expect(applied).toEqual(['9999-probe.sql']);
  for (const table of tables) {
    const [row] = await database.query<{ filled: number; days: number }>(
      `select count(*)::integer as filled, count(distinct tableoid)::integer as days from ${table} where probe = 1`,
    );
    expect(row?.filled, table).toBeGreaterThanOrEqual(past.messages);
    expect(row?.days, table).toBeGreaterThan(past.days);
  }
  expect(answered.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
  const texts = answered.map(({ text }) => text);

  await waitUntil(
    'every message was read',
    async () =>
      (await countBy('select status as key from messages where company_id = $1')).get('read') ===
      texts.length,
  );
  await waitUntil(
    'every webhook received its events',
    async () =>
      (await countBy('select state as key from deliveries where company_id = $1')).get('delivered') ===
      3 * texts.length,
  );
  const once = new Map(texts.map((text) => [text, 1]));
  expect(await countBy('select body as key from messages where company_id = $1')).toEqual(once);
  const received = (await Promise.all([first, second].map(readTexts))).flat();
  expect(received.sort()).toEqual([...texts].sort());
  const three = new Map(['sent', 'delivered', 'read'].map((status) => [status, texts.length]));
  for (const table of ['message_statuses', 'events']) {
    expect(await countBy(`select status as key from ${table} where company_id = $1`), table).toEqual(three);
    const each = await countBy(`select message_id || status as key from ${table} where company_id = $1`);
    expect(
      [...each.values()].filter((count) => count !== 1),
      table,
    ).toEqual([]);
  }
  const deliveredIds = receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(new Set(deliveredIds).size).toBe(3 * texts.length);

  const endOf = ({ begunAt, milliseconds }: Answered) => begunAt + milliseconds;
  const quiet = answered.filter((each) => each.begunAt > quietAt && endOf(each) < migratingAt);
  const during = answered.filter((each) => endOf(each) > migratingAt && each.begunAt < migratedAt);
  expect(quiet.length).toBeGreaterThan(answersMin / 2);
  expect(during.length).toBeGreaterThan(answersMin / 2);
  expect(slowestOf(during), 'in time').toBeLessThan(answerMillisecondsMax(slowestOf(quiet)));
  expect(longestWait, 'in time').toBeLessThan(waitMillisecondsMax);
  await receiver.close();
}, 300_000);
