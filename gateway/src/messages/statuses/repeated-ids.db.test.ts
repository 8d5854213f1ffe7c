// A message whose outcome was unknown may be resent under the id of an earlier attempt. A status of that id is then
// about the newest attempt.

import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { insertMessage, newLane, readMessage } from '../../dispatch/tests-support/lane-table.ts';
import { newUuid, toPublicId } from '../../platform/ids.ts';
import { recordStatuses } from './queries.ts';

const database = await useDatabase();
const pool = database.openPool(2);

const sentTwice = async (providerAttempt: number) => {
  const lane = newLane();
  const id = await insertMessage(database, lane, { status: 'sent', attempt: 2 });
  const providerMessageId = `${toPublicId('message', id)}:${providerAttempt}`;
  await database.query('update messages set provider_message_id = $2 where id = $1', [id, providerMessageId]);
  const fail = (attempt: number, retrySeconds: number | null = null) =>
    recordStatuses(
      pool,
      [
        {
          companyId: lane.companyId,
          messageId: id,
          attempt,
          status: 'failed',
          at: new Date().toISOString(),
          providerMessageId: `${toPublicId('message', id)}:${attempt}`,
          failure: '{"code":"7017"}',
          raw: null,
          senderId: lane.senderId,
          eventId: newUuid(),
          retryFailure: retrySeconds === null ? null : '{"code":"7017"}',
          retrySeconds,
        },
      ],
      false,
    );
  return { fail, read: () => readMessage(database, lane, id) };
};

describe('a failure of the id under which a message was repeated', () => {
  it('fails the message', async () => {
    const { fail, read } = await sentTwice(1);
    await fail(1);
    expect(await read()).toMatchObject({ status: 'failed' });
  });

  it('sends it again where the failure passes, and never under the same id', async () => {
    const { fail, read } = await sentTwice(1);
    await fail(1, 30);
    expect(await read()).toMatchObject({ status: 'queued', is_waiting: true, provider_message_id: null });
  });

  it('says nothing of an attempt that has an id of its own', async () => {
    const { fail, read } = await sentTwice(2);
    await fail(1, 30);
    expect(await read()).toMatchObject({ status: 'sent' });
  });
});
