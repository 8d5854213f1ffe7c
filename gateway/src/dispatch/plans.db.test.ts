// The statements of dispatch stay cheap however much history there is: each finds its rows by an index, in the partitions
// that are meant, also with the generic plan that a connection settles on after a few runs. And no such plan may miss a row
// that another transaction is just changing.

import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { type ExplainedRow, nodesOf, type Plan } from '../../tests/support/query-plan.ts';
import { waitUntil } from '../../tests/support/wait-until.ts';
import { firstUuidAt } from '../platform/ids.ts';
import type { LaneKey } from './lane-key.ts';
import { claimFreeLanes, claimLane } from './ownership/queries.ts';
import {
  expireWaiting,
  findOrphans,
  findOutcomes,
  findRetrying,
  findWaiting,
  markSending,
  promoteDue,
} from './queries.ts';
import { settle } from './settling/queries.ts';
import {
  insertEpoch,
  insertMessage,
  makeSettlement,
  newLane,
  ownLane,
  readMessage,
} from './tests-support/lane-table.ts';

const database = await useDatabase();
const client = await database.connect();
afterAll(() => client.end());

const lane = newLane();
const day = 86_400_000;
const days = [0, 1, 2, 3, 4];
const perDay = 2_000;
/** Messages of today in each state, among the thousands that are long done. */
const today: Record<'waiting' | 'sending' | 'orphaned' | 'due', string[]> = {
  waiting: [],
  sending: [],
  orphaned: [],
  due: [],
};
let epoch = '';

/** An id of that day: days have partitions of their own. */
const idAt = (daysAgo: number, number: number): string => {
  const start = firstUuidAt(Date.now() - daysAgo * day).slice(0, 14);
  return `${start}7000-8000-${number.toString(16).padStart(12, '0')}`;
};

beforeAll(async () => {
  epoch = await insertEpoch(database, 3_600);
  const dead = await insertEpoch(database, -60);
  await ownLane(database, lane, epoch);
  await ownLane(database, newLane(), dead);
  for (const daysAgo of days) {
    await database.query(
      `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id, attempt)
       select $1, id, 'out', 'read', 'text', '+966501234567', 'Hello', 'meta_cloud', $3, 1 from unnest($2::uuid[]) as id`,
      [lane.companyId, Array.from({ length: perDay }, (_, number) => idAt(daysAgo, number)), lane.senderId],
    );
  }
  for (let index = 0; index < 20; index += 1) {
    today.waiting.push(await insertMessage(database, lane));
    today.due.push(await insertMessage(database, lane, { dueIn: index < 10 ? '-1 second' : '1 hour' }));
    today.sending.push(
      await insertMessage(database, lane, { status: 'sending', attempt: 1, ownerEpoch: epoch }),
    );
    today.orphaned.push(
      await insertMessage(database, lane, { status: 'sending', attempt: 1, ownerEpoch: dead }),
    );
  }
  await database.query('analyze');
});

const dayName = (daysAgo = 0): string =>
  `messages_${new Date(Date.now() - daysAgo * day).toISOString().slice(0, 10).replaceAll('-', '')}`;

const filled = days.map(dayName);

interface Explained {
  /** Partitions of messages whose rows or index were really looked at. */
  readonly partitions: readonly string[];
  readonly indexes: readonly string[];
  readonly wholeTables: readonly string[];
}

type Mode = 'force_generic_plan' | 'force_custom_plan';

/**
 * Runs the statement as it is, in a transaction that is rolled back, and returns what it touched of messages. `answer` is what
 * each statement seems to have found; of several, the last one is explained.
 */
const explain = async (
  mode: Mode,
  run: (db: pg.ClientBase) => Promise<unknown>,
  answer: readonly object[] = [],
): Promise<Explained> => {
  let plan: Plan | undefined;
  const literal = (value: unknown): string => (value === null ? 'null' : client.escapeLiteral(String(value)));
  /** `execute` takes texts only, so binary arrays are read by PostgreSQL first. */
  const literals = (text: string, values: readonly unknown[]): Promise<string[]> =>
    Promise.all(
      values.map(async (value, index) => {
        if (!Buffer.isBuffer(value)) return literal(value);
        const type = new RegExp(`\\$${index + 1}::(\\w+)\\[\\]`).exec(text)?.[1];
        const read = await database.query<{ array: string }>(`select ($1::${type}[])::text as array`, [
          value,
        ]);
        return literal(read[0]?.array);
      }),
    );
  const witness = {
    async query({ text, values = [] }: { text: string; values?: readonly unknown[] }) {
      const given = await literals(text, values);
      await client.query('begin');
      await client.query(`set local plan_cache_mode = ${mode}`);
      await client.query(`prepare explained as ${text}`);
      const { rows } = await client.query<ExplainedRow>(
        `explain (analyze, timing off, format json) execute explained${given.length > 0 ? `(${given.join(', ')})` : ''}`,
      );
      await client.query('rollback');
      await client.query('deallocate explained');
      plan = rows[0]?.['QUERY PLAN'][0].Plan;
      return { rows: answer, rowCount: answer.length };
    },
  };
  await run(witness as unknown as pg.ClientBase);
  if (!plan) throw new Error('nothing was explained');
  const touched = nodesOf(plan).filter((node) => (node['Actual Loops'] ?? 0) > 0);
  const ofMessages = touched.filter((node) => node['Relation Name']?.match(/^messages_\d/));
  return {
    partitions: [...new Set(ofMessages.map((node) => node['Relation Name'] ?? ''))],
    indexes: [...new Set(touched.flatMap((node) => node['Index Name']?.replace(/_\d{8}/, '') ?? []))],
    // A partition that is known to be empty is read whole for nothing.
    wholeTables: ofMessages
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'] ?? '')
      .filter((name) => filled.includes(name)),
  };
};

const picked = (ids: readonly string[]) => ids.map((id) => ({ ...lane, id, attempt: 0 }));

describe.each<Mode>(['force_generic_plan', 'force_custom_plan'])('with %s', (mode) => {
  it.each<[string, (db: pg.ClientBase) => Promise<unknown>]>([
    ['marking', (db) => markSending(db, picked(today.waiting), epoch)],
    [
      'settling',
      (db) =>
        settle(
          db,
          today.sending.map((id) => makeSettlement(lane, id, epoch)),
        ),
    ],
    ['expiring', (db) => expireWaiting(db, picked(today.waiting))],
    ['reading outcomes', (db) => findOutcomes(db, picked(today.sending))],
  ])('%s looks at the one partition it means, and reads none of it whole', async (_name, run) => {
    const { partitions, wholeTables } = await explain(mode, run);
    expect(partitions).toEqual([dayName()]);
    expect(wholeTables).toEqual([]);
  });

  it.each<[string, (db: pg.ClientBase) => Promise<unknown>, RegExp]>([
    ['what waits in a lane', (db) => findWaiting(db, lane as LaneKey, [100, 100], []), /^messages_.*lane_id/],
    ['what is due', (db) => promoteDue(db, 100), /^messages_due_at/],
    ['what waits for another attempt', (db) => findRetrying(db, [lane as LaneKey], 100), /^messages_due_at/],
    ['what a dead process was sending', (db) => findOrphans(db, 100), /^messages_owner_epoch/],
  ])('%s is found by its own small index, and no partition is read whole', async (_name, run, index) => {
    const { indexes, wholeTables } = await explain(mode, run);
    expect(wholeTables).toEqual([]);
    expect(indexes.filter((name) => index.test(name))).not.toEqual([]);
  });

  it('a claim looks at no message, and one of many at those of the dead', async () => {
    const one = await explain(mode, (db) => claimLane(db, newLane(), epoch, 'a machine'));
    expect(one.partitions).toEqual([]);
    const claimMany = (db: pg.ClientBase) => claimFreeLanes(db, epoch, 10);
    const many = await explain(mode, claimMany, [{ has_ownerless: false, has_dead: true }]);
    expect(many.wholeTables).toEqual([]);
    expect(many.indexes.filter((name) => /^messages_owner_epoch/.test(name))).not.toEqual([]);
    const ofNone = await explain(mode, claimMany, [{ has_ownerless: true, has_dead: false }]);
    expect(ofNone.partitions).toEqual([]);
  });
});

describe('a row that somebody else is just changing', () => {
  /** Writes with a cached plan while another connection holds the row, which releases it when the write waits. */
  const writeMeanwhile = async (
    id: string,
    write: (db: pg.ClientBase) => Promise<unknown>,
  ): Promise<unknown> => {
    const [other, writer] = [await database.connect(), await database.connect()];
    try {
      await writer.query('set plan_cache_mode = force_generic_plan');
      await other.query('begin');
      await other.query(`update messages set reference = 'changed' where id = $1`, [id]);
      const writing = write(writer);
      await waitUntil('the write waited for the row', async () => {
        const waiting = await database.query('select pid from pg_locks where not granted');
        return waiting.length > 0;
      });
      await other.query('commit');
      return await writing;
    } finally {
      await Promise.all([other.end(), writer.end()]);
    }
  };

  it('is marked all the same', async () => {
    const id = await insertMessage(database, lane);
    const marked = await writeMeanwhile(id, (db) => markSending(db, [{ ...lane, id, attempt: 0 }], epoch));
    expect(marked).toEqual(new Set([id]));
    expect((await readMessage(database, lane, id)).status).toBe('sending');
  });

  it('is settled all the same', async () => {
    const id = await insertMessage(database, lane, { status: 'sending', attempt: 1, ownerEpoch: epoch });
    const settled = await writeMeanwhile(id, (db) =>
      settle(db, [makeSettlement(lane, id, epoch)], { hasListener: true }),
    );
    expect(settled).toMatchObject([{ message_id: id, is_emitted: true }]);
    expect((await readMessage(database, lane, id)).status).toBe('sent');
  });

  it('expires all the same', async () => {
    const id = await insertMessage(database, lane);
    await writeMeanwhile(id, (db) => expireWaiting(db, [{ ...lane, id, attempt: 0 }]));
    expect((await readMessage(database, lane, id)).status).toBe('expired');
  });

  it('is promoted all the same', async () => {
    const id = await insertMessage(database, lane, { dueIn: '-1 second' });
    expect(await writeMeanwhile(id, (db) => promoteDue(db, 100))).toContainEqual({ ...lane, id });
    expect((await readMessage(database, lane, id)).is_due_later).toBe(false);
  });
});
