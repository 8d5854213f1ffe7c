// A connection plans its statements once, often while the tables are empty or before the server has figures of them, and
// keeps to it when they have grown. So these plans must be the right ones for full tables: every row is looked up by its key.

import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { markSending, promoteDue } from '../src/dispatch/queries.ts';
import { settle } from '../src/dispatch/settling/queries.ts';
import { makeSettlement, newLane } from '../src/dispatch/tests-support/lane-table.ts';
import { recordStatuses } from '../src/messages/statuses/queries.ts';
import type { StatusRow } from '../src/messages/statuses/status-row.ts';
import { newUuid } from '../src/platform/ids.ts';
import type { AttemptRow } from '../src/webhooks/attempts/attempt-row.ts';
import { recordAttempts } from '../src/webhooks/attempts/queries.ts';
import { useDatabase } from './support/database.ts';

const database = await useDatabase();
const { writers } = database.openAsGateway();

interface Captured {
  readonly name: string;
  readonly text: string;
}

let dueRows: object[] = [];

/** The last statement that some work runs; the rows that its first search needs exist. */
const capture = async (work: (db: pg.Pool) => Promise<unknown>): Promise<string> => {
  let text = '';
  const db = {
    query: async (statement: Captured) => {
      text = statement.text;
      return { rows: statement.name === 'find-due' ? dueRows : [] };
    },
  };
  await work(db as unknown as pg.Pool);
  return text;
};

const lane = newLane();
const status = (): StatusRow => ({
  companyId: lane.companyId,
  messageId: newUuid(),
  attempt: 1,
  status: 'sent',
  at: new Date().toISOString(),
  providerMessageId: 'wamid.1',
  failure: null,
  raw: null,
  senderId: lane.senderId,
  eventId: newUuid(),
});
const attempt = (): AttemptRow =>
  ({ deliveryId: newUuid(), dueAt: null, at: 0, isWritten: true }) as AttemptRow;
const picked = () => ({ companyId: lane.companyId, id: newUuid(), attempt: 0 });

const settlements = (count: number) =>
  Array.from({ length: count }, () => makeSettlement(lane, newUuid(), '1'));

const statements: readonly [string, (db: pg.Pool, count: 1 | 2) => Promise<unknown>][] = [
  ['marking', (db, count) => markSending(db, Array.from({ length: count }, picked), '1')],
  [
    'promoting what is due',
    (db, count) => {
      dueRows = Array.from({ length: count }, () => ({
        company_id: lane.companyId,
        id: newUuid(),
        attempt: 0,
      }));
      return promoteDue(db, count);
    },
  ],
  ['settling', (db, count) => settle(db, settlements(count))],
  ['settling with a listener', (db, count) => settle(db, settlements(count), { hasListener: true })],
  ['recording statuses', (db, count) => recordStatuses(db, Array.from({ length: count }, status), false)],
  [
    'recording statuses with a listener',
    (db, count) => recordStatuses(db, Array.from({ length: count }, status), true),
  ],
  ['recording attempts', (db, count) => recordAttempts(db, Array.from({ length: count }, attempt), [])],
];

/** An index that begins with the whole key. Others hold the id behind columns that a look by key does not name. */
const byKey = /Scan using \S+_(?:pkey|company_id_id_idx\d*) on /;

const expectLooksByKey = async (text: string): Promise<void> => {
  const { rows } = await writers.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
  const lines = rows.map((row) => row['QUERY PLAN'].trim());
  const looks = lines.flatMap((line, index) =>
    /Scan (?:using|on) \S*(?:messages|deliveries)_\d{8}/.test(line) ? [[line, lines[index + 1]]] : [],
  );
  expect(looks.length).toBeGreaterThan(0);
  for (const [scan, condition] of looks) {
    expect(scan).toMatch(byKey);
    expect(condition).toMatch(/^Index Cond: \(\(company_id = .*id = ANY/);
  }
};

const cases = statements.flatMap(([name, work]) => ([1, 2] as const).map((count) => ({ name, count, work })));

describe('empty tables', () => {
  it.each(cases)('$name looks rows up by their keys, $count at a time', async ({ work, count }) => {
    await expectLooksByKey(await capture((db) => work(db, count)));
  });
});

it('no index that holds the id behind another column offers itself for a look by key', async () => {
  const offering = await database.query(
    `select indexrelid::regclass::text as name
     from pg_index
     join pg_class on pg_class.oid = indrelid and relkind = 'p'
     join pg_attribute on attrelid = indrelid and attname = 'id'
     where attnum = any (indkey::smallint[]) and not indisprimary and indpred is null`,
  );
  expect(offering).toEqual([]);
});

/** As in the first minute of a busy day. */
describe('full tables that were never analyzed', () => {
  beforeAll(async () => {
    await database.query(
      `insert into messages (company_id, id, direction, status, type, phone_number, body, provider)
       select $1, uuidv7(), 'out', 'sent', 'text', '+9665' || number % 2000, 'Hello', 'meta_cloud'
       from generate_series(1, 20000) as number`,
      [lane.companyId],
    );
    const webhookIds = Array.from({ length: 20 }, () => newUuid());
    await database.query(
      `insert into deliveries (company_id, id, endpoint_id, event_id, event_type, state)
       select $1, uuidv7(), ($2::uuid[])[1 + number % 20], uuidv7(), 'message_status', 'delivered'
       from generate_series(1, 20000) as number`,
      [lane.companyId, webhookIds],
    );
  });

  it.each(cases)('$name looks rows up by their keys, $count at a time', async ({ work, count }) => {
    await expectLooksByKey(await capture((db) => work(db, count)));
  });
});
