// The list of calls must find what it shows by an index, however much else the company has called.

import { beforeAll, describe, expect, it } from 'vitest';
import { type CallFilter, listCalls } from '../src/monitoring/calls/queries.ts';
import { newUuid } from '../src/platform/ids.ts';
import { toIdRange } from '../src/platform/paging.ts';
import { useDatabase } from './support/database.ts';
import { watchRowsRead } from './support/rows-read.ts';

const database = await useDatabase();
const pool = database.openPool(1);

const companyId = newUuid();
const [busy, quiet] = [newUuid(), newUuid()];
const quietDelivery = newUuid();
const [deliveryOfMessage, deliveredMessage] = [newUuid(), newUuid()];
const quietCalls = 30;

const rowsRead = watchRowsRead(pool, 'calls');

const insertCalls = (
  webhookId: string,
  deliveryId: string | null,
  count: number,
  messageId: string | null = null,
): Promise<unknown> =>
  database.query(
    `insert into calls (company_id, id, kind, endpoint_id, delivery_id, message_id, attempt, method, url, duration_ms,
       outcome)
     select $1, uuidv7(), 'webhook', $2, coalesce($3, gen_random_uuid()), $5, 1, 'POST', 'https://x', 1, 'sent'
     from generate_series(1, $4)`,
    [companyId, webhookId, deliveryId, count, messageId],
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
    await insertCalls(quiet, deliveryOfMessage, 1, deliveredMessage);
    await insertCalls(busy, null, 20_000);
  });

  it('a page of a busy webhook costs a page', async () => {
    expect(await readBy({ webhookId: busy }, 50)).toBe(51);
  });

  it('the attempts of a delivery about no message are found by it alone', async () => {
    const ofDelivery = { deliveryId: quietDelivery, deliveryMessageId: null };
    expect(await readBy(ofDelivery, 50)).toBe(quietCalls);
    expect(await readBy({ ...ofDelivery, webhookId: quiet }, 50)).toBe(quietCalls);
  });

  it('the attempts of a delivery about a message are found among the calls of the message', async () => {
    expect(await readBy({ deliveryId: deliveryOfMessage, deliveryMessageId: deliveredMessage }, 50)).toBe(1);
  });
});

// A table that was never analysed is taken for empty, and any index for as good; that passes within minutes.
it('once the table was analysed, a quiet webhook does not cost what a busy one has called', async () => {
  expect(await readBy({ webhookId: quiet }, 50)).toBe(quietCalls + 1);
});
