// Statuses of messages that another system sent from the same number: kept, or emitted as notices, each once.

import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { emitOtherStatuses } from '../src/callbacks/emit-other-statuses.ts';
import { newUuid } from '../src/platform/ids.ts';
import { useCallbackGateway } from './support/callback-gateway.ts';
import { metaCallback } from './support/meta-callback.ts';
import { insertOneOutgoing, storyOf } from './support/outgoing-message.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useCallbackGateway();
const { database } = gateway;
const pool = new pg.Pool({ connectionString: database.url, max: 2 });

const makeScene = async () => {
  const sender = await gateway.addSender();
  const id = `wamid.${newUuid()}`;
  const body = metaCallback([{ account: sender.account, statuses: [{ id, status: 'delivered' }] }]);
  const noticesOf = () =>
    database.query<{ data: string }>(
      `select data from events where company_id = $1 and type = 'provider_notice'`,
      [sender.companyId],
    );
  return { sender, id, body, noticesOf };
};

describe('a status that calls the person by another number', () => {
  it('teaches it: a stop under that number holds for the one that is sent to', async () => {
    const sender = await gateway.addSender();
    const ours = await insertOneOutgoing(database, sender.companyId);
    const at = Math.floor(Date.now() / 1000);
    const value = (more: object) => ({
      entry: [
        {
          id: '1',
          changes: [{ field: 'messages', value: { metadata: { phone_number_id: sender.account }, ...more } }],
        },
      ],
    });
    const status = {
      id: 'wamid.w',
      status: 'sent',
      timestamp: String(at),
      biz_opaque_callback_data: ours.echo,
    };
    await sender.callBack(value({ statuses: [{ ...status, recipient_id: '96651777777' }] }));
    const stop = {
      id: `wamid.${newUuid()}`,
      from: '96651777777',
      timestamp: String(at),
      type: 'text',
      text: { body: 'STOP' },
    };
    await waitUntil('the pair was learned', async () => {
      const rows = await database.query('select 1 from contact_addresses where company_id = $1', [
        sender.companyId,
      ]);
      return rows.length === 2;
    });
    await sender.callBack(value({ messages: [stop] }));
    const optedOut = await database.query<{ key: string }>(
      'select key from contact_addresses where company_id = $1 and is_opted_out order by key',
      [sender.companyId],
    );
    expect(optedOut.map(({ key }) => key)).toEqual(['+966501234567', '+96651777777']);
  });
});

describe('a status of a message that is not ours', () => {
  it('is emitted once when that is wanted, with all that the provider said', async () => {
    const { sender, id, body, noticesOf } = await makeScene();
    await sender.callBack(body);
    expect(await emitOtherStatuses(pool, 3_600)).toBe(0);
    expect(await noticesOf()).toEqual([]);
    expect(await emitOtherStatuses(pool, 0)).toBe(1);
    await sender.callBack(body);
    await emitOtherStatuses(pool, 0);
    const [notice, ...others] = await noticesOf();
    expect(others).toEqual([]);
    expect(JSON.parse(notice?.data ?? '')).toMatchObject({
      topic: 'other_status',
      raw: { id, status: 'delivered' },
    });
  });

  it('that becomes known in time is recorded and not emitted as a notice', async () => {
    const { sender, id, body, noticesOf } = await makeScene();
    const ours = await insertOneOutgoing(database, sender.companyId, {
      status: 'sent',
      providerMessageId: id,
    });
    await sender.callBack(body);
    await emitOtherStatuses(pool, 0);
    expect(await noticesOf()).toEqual([]);
    expect((await storyOf(database, ours)).status).toBe('delivered');
    await pool.end();
  });
});
