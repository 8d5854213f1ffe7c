// Comparing the events of a lane with their deliveries finds what memory lost, and reads each row once: also on a day that
// PostgreSQL knows nothing of yet, as each day is after midnight.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { type ExplainedRow, nodesOf, rowsOf } from '../../../tests/support/query-plan.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { firstUuidAt, newUuid } from '../../platform/ids.ts';
import { writeMissing } from './queries.ts';

const database = await useDatabase();
const client = await database.connect();
afterAll(() => client.end());

const [companyId, webhookId, otherId] = [newUuid(), newUuid(), newUuid()];
const now = Date.now();
const lane = { companyId, webhookId, from: firstUuidAt(now - 60_000), below: firstUuidAt(now + 1_000) };
/** Far more than PostgreSQL expects of a table that it has not looked at. */
const events = Array.from({ length: 2_000 }, () => newUuid());
const lost = [0, 999, 1_999].map((index) => events[index] ?? '');
const delivered = events.filter((id) => !lost.includes(id));

const insertEvents = (ids: readonly string[], type: string): Promise<unknown> =>
  client.query(
    `insert into events (company_id, id, at, type, delivering_epoch)
     select $1, id, now(), $3, 1 from unnest($2::uuid[]) as id`,
    [companyId, ids, type],
  );

const insertDeliveries = (ids: readonly string[], webhook: string): Promise<unknown> =>
  client.query(
    `insert into deliveries (company_id, id, endpoint_id, event_id, event_type, state)
     select $1, delivery_id(id, $3), $3, id, 'message_received', 'delivered' from unnest($2::uuid[]) as id`,
    [companyId, ids, webhook],
  );

beforeAll(async () => {
  // Events that were in the memory of a process: no trigger writes their deliveries.
  await client.query('set session_replication_role = replica');
  for (const id of [webhookId, otherId]) {
    await client.query(
      `insert into endpoints (company_id, id, url, secret, state, events)
       values ($1, $2, 'http://127.0.0.1:9/', '', 'active', '{message_received}')`,
      [companyId, id],
    );
  }
  await insertEvents(events, 'message_received');
  await insertEvents([newUuid()], 'contact_opted_out');
  await insertDeliveries(delivered, webhookId);
  // A delivery to another webhook does not count for this one.
  await insertDeliveries(events, otherId);
});

/** Runs the statement in a transaction that is rolled back, and answers how many rows of both tables it read. */
const rowsReadBy = async (mode: string): Promise<{ events: number; deliveries: number }> => {
  let read = { events: Number.POSITIVE_INFINITY, deliveries: Number.POSITIVE_INFINITY };
  const witness = {
    async query({ text, values }: { text: string; values: readonly string[] }) {
      await client.query(`begin; set local plan_cache_mode = ${mode}; set local statement_timeout = 5000`);
      await client.query(`prepare compared as ${text}`);
      const given = values.map((value) => client.escapeLiteral(value)).join(', ');
      const { rows } = await client.query<ExplainedRow>(
        `explain (analyze, timing off, format json) execute compared(${given})`,
      );
      await client.query('rollback; deallocate compared');
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      if (plan)
        read = { events: rowsOf(nodesOf(plan), 'events'), deliveries: rowsOf(nodesOf(plan), 'deliveries') };
      return { rowCount: 0 };
    },
  };
  await writeMissing(witness as unknown as Queryable, lane);
  return read;
};

describe('deliveries that events lack', () => {
  it.each(['force_custom_plan', 'force_generic_plan'])(
    'are found without comparing row by row: %s',
    async (mode) => {
      const read = await rowsReadBy(mode);
      expect(read.events).toBeLessThan(events.length * 1.1);
      expect(read.deliveries).toBeLessThan(events.length * 2.1);
    },
  );

  it('are written as waiting, each for its own webhook, and once', async () => {
    expect(await writeMissing(client, lane)).toBe(lost.length);
    const { rows } = await client.query<{ event_id: string }>(
      `select event_id from deliveries where company_id = $1 and state = 'waiting' and lane_id = $2 order by id`,
      [companyId, webhookId],
    );
    expect(rows.map((row) => row.event_id)).toEqual(lost);
    expect(await writeMissing(client, lane)).toBe(0);
  });
});
