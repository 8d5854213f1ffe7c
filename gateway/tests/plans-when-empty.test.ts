// A connection plans its statements once, often while the tables are empty, and keeps to it when they have grown. So the
// plans for empty tables must be the right ones for full ones: every row is looked up by its whole key.

import type pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { markSending, promoteDue } from '../src/dispatch/queries.ts';
import { settle } from '../src/dispatch/settling/queries.ts';
import { makeSettlement, newLane } from '../src/dispatch/tests-support/lane-table.ts';
import { recordStatuses, type StatusRow } from '../src/messages/statuses/queries.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { newUuid } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import type { AttemptRow } from '../src/webhooks/attempts/attempt-row.ts';
import { recordAttempts } from '../src/webhooks/attempts/queries.ts';
import { useDatabase } from './support/database.ts';

const database = await useDatabase();
const { writers, close } = openDatabase({
  connection: { connectionString: database.url },
  log: createLog('silent'),
  poolMax: 1,
  writersMax: 1,
});
afterAll(close);

interface Captured {
  readonly name: string;
  readonly text: string;
}

let dueRows: object[] = [];

/** The last statement that some work runs; what it looks for first is there. */
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
const attempt = (): AttemptRow => ({ deliveryId: newUuid(), dueAt: null, at: 0 }) as AttemptRow;
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
  ['settling what is heard', (db, count) => settle(db, settlements(count), { isHeard: true })],
  ['recording statuses', (db, count) => recordStatuses(db, Array.from({ length: count }, status), false)],
  [
    'recording statuses that are heard',
    (db, count) => recordStatuses(db, Array.from({ length: count }, status), true),
  ],
  ['recording attempts', (db, count) => recordAttempts(db, Array.from({ length: count }, attempt), [])],
];

describe.each(statements)('%s', (_name, work) => {
  it.each([1, 2] as const)('looks rows up by their keys, %i at a time', async (count) => {
    const text = await capture((db) => work(db, count));
    const { rows } = await writers.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    const lines = rows.map((row) => row['QUERY PLAN'].trim());
    const looks = lines.flatMap((line, index) =>
      /Scan (?:using|on) \S*(?:messages|deliveries)_\d{8}/.test(line) ? [lines[index + 1]] : [],
    );
    expect(looks.length).toBeGreaterThan(0);
    for (const look of looks) expect(look).toMatch(/^Index Cond: \(\(company_id = .*id = ANY/);
  });
});
