// The list of calls must find what it shows by an index, however much else the company has called.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallFilter, listCalls } from '../src/monitoring/calls/queries.ts';
import { newUuid } from '../src/platform/ids.ts';
import { toIdRange } from '../src/platform/paging.ts';
import { useDatabase } from './support/database.ts';

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const database = await useDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 1 });
afterAll(() => pool.end());

const companyId = newUuid();
const [busy, quiet] = [newUuid(), newUuid()];
const quietDelivery = newUuid();
const quietCalls = 30;

/** Every statement that the pool runs. */
const statements: { text: string; values: unknown[] }[] = [];
pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...words: unknown[]) => unknown;
  client.query = ((...words: unknown[]) => {
    const [first, second] = words;
    if (typeof first === 'string') statements.push({ text: first, values: (second as unknown[]) ?? [] });
    return query(...words);
  }) as typeof client.query;
});

const insertCalls = (endpointId: string, deliveryId: string | null, count: number): Promise<unknown> =>
  database.query(
    `insert into calls (company_id, id, kind, endpoint_id, delivery_id, attempt, method, url, duration_ms, outcome)
     select $1, uuidv7(), 'webhook', $2, coalesce($3, gen_random_uuid()), 1, 'POST', 'https://x', 1, 'sent'
     from generate_series(1, $4)`,
    [companyId, endpointId, deliveryId, count],
  );

const rowsRead = (plan: Plan): number => {
  const own = plan['Relation Name']?.startsWith('calls_')
    ? ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * (plan['Actual Loops'] ?? 1)
    : 0;
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner), own);
};

const readBy = async (filter: CallFilter, limit: number): Promise<number> => {
  await listCalls(pool, companyId, toIdRange('calls', { limit }), filter);
  const { text, values } = statements.at(-1) ?? { text: '', values: [] };
  expect(text).toContain('from "calls"');
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${text}`,
    values,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  return plan ? rowsRead(plan) : Number.POSITIVE_INFINITY;
};

describe.each(['before', 'after'])('%s the table was analysed', (when) => {
  beforeAll(async () => {
    if (when === 'after') {
      await database.query('analyze calls');
      return;
    }
    await insertCalls(quiet, quietDelivery, quietCalls);
    await insertCalls(busy, null, 20_000);
  });

  it('a page of a busy webhook costs a page', async () => {
    expect(await readBy({ endpointId: busy }, 50)).toBe(51);
  });

  it('the attempts of a delivery are found by it alone', async () => {
    expect(await readBy({ deliveryId: quietDelivery }, 50)).toBe(quietCalls);
    expect(await readBy({ deliveryId: quietDelivery, endpointId: quiet }, 50)).toBe(quietCalls);
  });
});

// A table that nobody analysed yet is taken for empty, and any index for as good; that passes within minutes.
it('once the table was analysed, a quiet webhook does not cost what a busy one has called', async () => {
  expect(await readBy({ endpointId: quiet }, 50)).toBe(quietCalls);
});
