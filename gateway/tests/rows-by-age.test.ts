// Rows that live for a while and go: what is left of them on disk must not be read again and again by those who come after,
// neither where new rows have taken their place nor where an old reader keeps them from being vacuumed.

import { describe, expect, it } from 'vitest';
import { foldCampaignCounts } from '../src/campaigns/numbers/fold-counts.ts';
import { foldCostChanges } from '../src/costs/fold-costs.ts';
import { sweepCallbackParts } from '../src/messages/incoming/incoming-recorder.ts';
import { listMessages } from '../src/messages/queries.ts';
import { sweepParkedStatuses } from '../src/messages/statuses/parked-statuses.ts';
import { sweepKeys } from '../src/messages/storing/idempotency.ts';
import { createFoldFloor, type FoldFloor } from '../src/platform/database/fold-floor.ts';
import { newUuid } from '../src/platform/ids.ts';
import { toIdRange } from '../src/platform/paging.ts';
import { foldCounts } from '../src/statistics/fold-counts.ts';
import { readStatistics } from '../src/statistics/read-statistics.ts';
import { useDatabase } from './support/database.ts';

const database = await useDatabase();
/** One connection, whose reading can be counted. */
const pool = database.openPool(1);

const rows = 20_000;
const fewPages = 20;
const companyId = newUuid();

const pagesRead = async (table: string): Promise<number> => {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows: found } = await pool.query<{ pages: number }>(
    'select (heap_blks_hit + heap_blks_read)::integer as pages from pg_statio_user_tables where relname = $1',
    [table],
  );
  return found[0]?.pages ?? Number.NaN;
};

const pagesOf = async (table: string): Promise<number> => {
  const [row] = await database.query<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / 8192)::integer as pages`,
    [table],
  );
  return row?.pages ?? 0;
};

/** Pages of the table itself that some work reads. */
const readBy = async (table: string, work: () => Promise<unknown>): Promise<number> => {
  const before = await pagesRead(table);
  await work();
  return (await pagesRead(table)) - before;
};

const forgotten: readonly {
  readonly table: string;
  readonly insert: string;
  readonly sweep: () => Promise<number>;
}[] = [
  {
    table: 'idempotency_keys',
    insert: `insert into idempotency_keys (company_id, key, fingerprint, message_id, status, answer, created_at)
      select $1, gen_random_uuid(), '', gen_random_uuid(), 200, repeat('x', 100), now() - $2::interval`,
    sweep: () => sweepKeys(pool, 48),
  },
  {
    table: 'callback_parts',
    insert: `insert into callback_parts (company_id, digest, id, told_at)
      select $1, gen_random_uuid(), gen_random_uuid(), now() - $2::interval`,
    sweep: () => sweepCallbackParts(pool),
  },
  {
    table: 'parked_statuses',
    insert: `insert into parked_statuses (company_id, provider_message_id, status, sender_id, at, parked_at)
      select $1, gen_random_uuid(), 'sent', gen_random_uuid(), now(), now() - $2::interval`,
    sweep: () => sweepParkedStatuses(pool),
  },
];

describe('rows that are forgotten by their age', () => {
  it.each(forgotten)(
    'of $table are not looked for among the young that took their place',
    async ({ table, insert, sweep }) => {
      const fill = (age: string) =>
        database.query(`${insert} from generate_series(1, ${rows})`, [companyId, age]);
      await fill('30 days');
      expect(await sweep()).toBe(rows);
      await database.query(`vacuum analyze ${table}`);
      await fill('1 hour');
      await database.query(`vacuum analyze ${table}`);
      expect(await pagesOf(table)).toBeGreaterThan(fewPages * 5);
      expect(await readBy(table, async () => expect(await sweep()).toBe(0))).toBeLessThanOrEqual(fewPages);
      await database.query(`${insert}`, [companyId, '30 days']);
      expect(await readBy(table, async () => expect(await sweep()).toBe(1))).toBeLessThanOrEqual(fewPages);
    },
  );

  it('need no summaries: no table has a BRIN index', async () => {
    const found = await database.query(
      `select relname from pg_class join pg_am on pg_am.oid = relam where amname = 'brin'`,
    );
    expect(found).toEqual([]);
  });
});

const folded: readonly {
  readonly table: string;
  readonly insert: string;
  readonly fold: (floor: FoldFloor) => Promise<void>;
  /** A query that runs all day and adds up the rows that are not folded. */
  readonly read?: () => Promise<unknown>;
}[] = [
  {
    table: 'message_count_batches',
    insert: `insert into message_count_batches (company_ids, starts_at, sender_ids, directions, types, statuses, changes)
      select array[$1::uuid], array[now()], array[$1::uuid], '{out}', '{text}', '{sent}', '{1}'`,
    fold: (floor) => foldCounts(pool, floor),
    read: async () => {
      const range = toIdRange('messages', {});
      await listMessages(pool, companyId, range, { status: 'queued' });
      const { data } = await readStatistics(pool, { id: companyId, timezone: 'Asia/Riyadh' }, {});
      expect(data).toMatchObject([{ status: 'sent', count: 1 }]);
    },
  },
  {
    table: 'campaign_count_changes',
    insert: `insert into campaign_count_changes (company_id, campaign_id, kind, name, detail, change)
      select $1::uuid, $1::uuid, 'state', 'sent', '', 1`,
    fold: (floor) => foldCampaignCounts(pool, floor),
  },
  {
    table: 'cost_changes',
    insert: `insert into cost_changes (company_id, hour, sender_id, campaign_id, template, country, category, is_free, count)
      select $1::uuid, now(), $1::uuid, $1::uuid, '', 'SA', 'utility', false, 1`,
    fold: (floor) => foldCostChanges(pool, async () => undefined, floor),
  },
];

describe('changes that are folded', () => {
  it.each(folded)(
    'of $table are not read again while an old reader keeps them on disk',
    async ({ table, insert, fold, read }) => {
      let time = 0;
      const floor = createFoldFloor(() => time);
      const reader = await database.connect();
      await reader.query('begin isolation level repeatable read');
      await reader.query('select count(*) from companies');
      for (let round = 0; round < 5; round += 1) {
        await database.query(`${insert} from generate_series(1, ${rows / 5})`, [companyId]);
        await fold(floor);
        time += 1_000;
      }
      time += 60_000;
      await database.query(`analyze ${table}`);
      expect(await pagesOf(table)).toBeGreaterThan(fewPages * 5);
      await database.query(insert, [companyId]);
      expect(await readBy(table, () => fold(floor))).toBeLessThanOrEqual(fewPages);
      if (read) {
        await database.query(insert, [companyId]);
        expect(await readBy(table, read)).toBeLessThanOrEqual(fewPages);
        await fold(floor);
      }
      await reader.query('rollback');
      await reader.end();
      const [left] = await database.query<{ count: number }>(
        `select count(*)::integer as count from ${table}`,
      );
      expect(left?.count).toBe(0);
    },
  );
});
