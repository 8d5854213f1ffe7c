// Deliveries that are skipped for a deleted webhook, or requeued for one that has recovered, are looked up by their keys:
// also on a day without statistics, beside many deliveries of other webhooks.

import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { watchWork } from '../../tests/support/statement-work.ts';
import { firstUuidAt, newUuid } from '../platform/ids.ts';
import { skipDeleted } from './lanes/queries.ts';
import { findRunningRecovery, insertRecovery, putBackPage, type RecoveryRow } from './recoveries/queries.ts';

const database = await useDatabase();
const pool = database.openPool(1);
const watch = watchWork(pool);
const companyId = newUuid();

interface Kind {
  readonly state: string;
  readonly isWaiting?: boolean;
  readonly isDelayed?: boolean;
}

const insert = async (webhookId: string, count: number, kind: Kind): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => newUuid());
  await database.query(
    `insert into deliveries (company_id, id, endpoint_id, event_id, event_type, state, lane_id, due_at, error_class)
     select $1, id, $2, id, 'message_status', $4, case when $5 then $2::uuid end,
       case when $6 then now() + interval '1 hour' end, case when $4 = 'failed' then 'timeout' end
     from unnest($3::uuid[]) as id`,
    [companyId, webhookId, ids, kind.state, kind.isWaiting ?? false, kind.isDelayed ?? false],
  );
  return ids;
};

const statesOf = (webhookId: string): Promise<object[]> =>
  database.query(
    `select state, lane_id is not null as is_waiting, due_at is not null as is_delayed, count(*)::integer
     from deliveries where company_id = $1 and endpoint_id = $2 group by 1, 2, 3 order by 1, 2, 3`,
    [companyId, webhookId],
  );

/** A plan that is made while the tables are empty, and may be kept when they are full. */
let planOfPutBack = '';
beforeAll(async () => {
  let text = '';
  const witness = {
    query: async (statement: string) => {
      text = statement;
      return { rows: [] };
    },
  };
  await putBackPage(witness as unknown as pg.Pool, {} as RecoveryRow, 200, new Date());
  const lines = await database.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
  planOfPutBack = lines.map((line) => line['QUERY PLAN']).join('\n');
  await database.query(
    `insert into companies (id, name, timezone, plan) values ($1, 'Company', 'UTC', 'active')`,
    [companyId],
  );
  await insert(newUuid(), 30_000, { state: 'delivered' });
});

it('deliveries that wait for a deleted webhook are skipped, batch by batch', async () => {
  const webhookId = newUuid();
  await insert(webhookId, 600, { state: 'waiting', isWaiting: true });
  await insert(webhookId, 10, { state: 'waiting', isWaiting: true, isDelayed: true });
  await insert(webhookId, 5, { state: 'delivered' });
  const key = { companyId, webhookId };
  const work = await watch(async () => {
    expect(await skipDeleted(pool, key, 500)).toBe(true);
    expect(await statesOf(webhookId)).toEqual([
      { state: 'delivered', is_waiting: false, is_delayed: false, count: 5 },
      { state: 'skipped', is_waiting: false, is_delayed: false, count: 510 },
      { state: 'waiting', is_waiting: true, is_delayed: false, count: 100 },
    ]);
    expect(await skipDeleted(pool, key, 500)).toBe(true);
    expect(await skipDeleted(pool, key, 500)).toBe(false);
  });
  expect(work.rows, work.text).toBeLessThan(510 * 10);
});

it('deliveries are put back by their keys, also with a plan of empty tables', () => {
  const update = planOfPutBack.slice(planOfPutBack.indexOf('CTE put_back'));
  const scans = update.match(/Scan using \S+ on deliveries_/g) ?? [];
  const looks =
    update.match(/_pkey on deliveries_.*\n *Index Cond: \(\(company_id = \$1\) AND \(id = ANY/g) ?? [];
  expect(scans.length).toBeGreaterThan(0);
  expect(looks).toHaveLength(scans.length);
});

it('deliveries are put back page by page', async () => {
  const webhookId = newUuid();
  const failed = await insert(webhookId, 300, { state: 'failed' });
  const range = {
    company_id: companyId,
    endpoint_id: webhookId,
    from_id: firstUuidAt(Date.now() - 3_600_000),
    below_id: firstUuidAt(Date.now() + 60_000),
    only_failed: false,
  };
  await insertRecovery(pool, range, newUuid(), failed.length);
  const now = new Date();
  const putBack = async (): Promise<number> => {
    const recovery = await findRunningRecovery(pool, companyId, webhookId);
    return recovery ? await putBackPage(pool, recovery, 200, now) : 0;
  };
  const work = await watch(async () => {
    expect(await putBack()).toBe(200);
    expect(await statesOf(webhookId)).toEqual([
      { state: 'failed', is_waiting: false, is_delayed: false, count: 100 },
      { state: 'waiting', is_waiting: true, is_delayed: true, count: 200 },
    ]);
    expect(await putBack()).toBe(100);
    expect(await putBack()).toBe(0);
  });
  expect(work.rows, work.text).toBeLessThan(200 * 30);
  expect(await statesOf(webhookId)).toEqual([
    { state: 'waiting', is_waiting: true, is_delayed: true, count: 300 },
  ]);
});
