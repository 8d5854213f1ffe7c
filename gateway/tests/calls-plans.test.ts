// The list of calls must find what it shows by an index, however much else the company has called.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallFilter, listCalls } from '../src/monitoring/calls/queries.ts';
import { newUuid } from '../src/platform/ids.ts';
import { toIdRange } from '../src/platform/paging.ts';
import { useDatabase } from './support/database.ts';
import { watchRowsRead } from './support/rows-read.ts';

const database = await useDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 1 });
afterAll(() => pool.end());

const companyId = newUuid();
const [busy, quiet] = [newUuid(), newUuid()];
const quietDelivery = newUuid();
const quietCalls = 30;

const rowsRead = watchRowsRead(pool, 'calls');

const insertCalls = (endpointId: string, deliveryId: string | null, count: number): Promise<unknown> =>
  database.query(
    `insert into calls (company_id, id, kind, endpoint_id, delivery_id, attempt, method, url, duration_ms, outcome)
     select $1, uuidv7(), 'webhook', $2, coalesce($3, gen_random_uuid()), 1, 'POST', 'https://x', 1, 'sent'
     from generate_series(1, $4)`,
    [companyId, endpointId, deliveryId, count],
  );

const readBy = (filter: CallFilter, limit: number): Promise<number> =>
  rowsRead(() => listCalls(pool, companyId, toIdRange('calls', { limit }), filter));

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
