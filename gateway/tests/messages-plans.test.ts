// Messages that went wrong are found without reading all the others.

import { beforeAll, describe, expect, it } from 'vitest';
import { listMessages } from '../src/messages/queries.ts';
import { newUuid } from '../src/platform/ids.ts';
import { toIdRange } from '../src/platform/paging.ts';
import { useDatabase } from './support/database.ts';
import { watchRowsRead } from './support/rows-read.ts';

const database = await useDatabase();
const pool = database.openPool(1);

const rowsRead = watchRowsRead(pool, 'messages');
const companyId = newUuid();
const failed = 20;

beforeAll(async () => {
  await database.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider)
     select $1, uuidv7(), 'out', 'sent', 'text', '+966501234567', 'Hello', 'meta_cloud'
     from generate_series(1, 20000)`,
    [companyId],
  );
  await database.query(
    `with numbered as (select id, row_number() over (order by id) as number from messages where company_id = $1)
     update messages set status = case when number % (20000 / $2) = 0 then 'failed' else 'read' end
     from numbered
     where company_id = $1 and messages.id = numbered.id`,
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

  it('of one person are found by every key they have, without reading those of others', async () => {
    const keys = ['+525512345678', 'SA.1'];
    await database.query(
      `insert into messages (company_id, id, direction, status, type, phone_number, person_key, body, provider)
       values ($1, uuidv7(), 'out', 'sent', 'text', '+5215512345678', $2, 'Hello', 'meta_cloud'),
         ($1, uuidv7(), 'in', 'received', 'text', '', $3, 'Hi', 'meta_cloud')`,
      [companyId, ...keys],
    );
    const read = await rowsRead(async () => {
      const found = await listMessages(pool, companyId, toIdRange('messages', { limit: 10 }), {}, keys);
      expect(found.map(({ body }) => body)).toEqual(['Hi', 'Hello']);
    });
    expect(read).toBeLessThanOrEqual(4);
  });
});
