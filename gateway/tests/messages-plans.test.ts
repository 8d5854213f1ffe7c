// Messages that went wrong are found without reading all the others, and the others do not pay for it.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMessages } from '../src/messages/queries.ts';
import { recordStatuses } from '../src/messages/statuses/queries.ts';
import { newUuid } from '../src/platform/ids.ts';
import { toIdRange } from '../src/platform/paging.ts';
import { useDatabase } from './support/database.ts';
import { insertOneOutgoing } from './support/outgoing-message.ts';
import { watchRowsRead } from './support/rows-read.ts';

const database = await useDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 1 });
afterAll(() => pool.end());

const rowsRead = watchRowsRead(pool, 'messages');
const companyId = newUuid();
const failed = 20;

beforeAll(async () => {
  await database.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider)
     select $1, uuidv7(), 'out', case when number % (20000 / $2) = 0 then 'failed' else 'read' end, 'text', '+966501234567',
       'Hello', 'meta_cloud'
     from generate_series(1, 20000) as number`,
    [companyId, failed],
  );
  await database.query('analyze messages');
});

describe('messages', () => {
  it('that failed are found among thousands by an index that holds only such', async () => {
    const limit = 10;
    const range = toIdRange('messages', { limit });
    const read = await rowsRead(async () => {
      const found = await listMessages(pool, companyId, range, { status: 'failed' });
      expect(found.map(({ status }) => status)).toEqual(Array.from({ length: limit + 1 }, () => 'failed'));
    });
    expect(read).toBeLessThanOrEqual(failed);
  });

  it('that are delivered and read write to no index of theirs on the way', async () => {
    const message = await insertOneOutgoing(database, companyId, {
      status: 'sent',
      providerMessageId: 'wamid.1',
    });
    await pool.query('begin');
    for (const status of ['delivered', 'read']) {
      await recordStatuses(pool, [
        {
          companyId,
          messageId: message.id,
          attempt: 1,
          status,
          at: new Date().toISOString(),
          providerMessageId: 'wamid.1',
          failure: null,
          raw: null,
          senderId: newUuid(),
          eventId: newUuid(),
        },
      ]);
    }
    const { rows } = await pool.query<{ changed: string; in_place: string }>(
      `select sum(n_tup_upd) as changed, sum(n_tup_hot_upd) as in_place
       from pg_stat_xact_user_tables where relname ~ '^messages_'`,
    );
    await pool.query('rollback');
    expect(rows).toEqual([{ changed: '2', in_place: '2' }]);
  });
});
