// What a dead process was sending: nobody sends it again blindly.

import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { newUuid } from '../platform/ids.ts';
import { createOutcomeWriter } from './outcome-writer.ts';
import { findOrphans } from './queries.ts';
import { recoverOrphans } from './recover-orphans.ts';
import { settle } from './settling/queries.ts';
import {
  endEpoch,
  insertEpoch,
  insertMessage,
  makeSettlement,
  newLane,
  readMessage,
} from './tests-support/lane-table.ts';
import { createWaiters } from './waiters.ts';

const database = await useDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
afterAll(() => pool.end());

const recover = () =>
  recoverOrphans(
    pool,
    createOutcomeWriter({
      writers: pool,
      flushers: 2,
      waiters: createWaiters(),
      onIdentified: () => undefined,
      hearsOthers: () => false,
      listener: { hears: () => false, tell: () => undefined },
    }),
  );

const orphan = async (onUnknown = 'hold', attempt = 1) => {
  const lane = newLane();
  const epoch = await insertEpoch(database);
  const id = await insertMessage(database, lane, {
    status: 'sending',
    attempt,
    ownerEpoch: epoch,
    onUnknown,
  });
  return { lane, epoch, id };
};

const eventsOf = async (companyId: string): Promise<string[]> =>
  (
    await database.query<{ status: string }>('select status from events where company_id = $1 order by id', [
      companyId,
    ])
  ).map(({ status }) => status);

describe('a message that a dead process was sending', () => {
  it('is unconfirmed when it is to be held', async () => {
    const { lane, epoch, id } = await orphan('hold');
    await endEpoch(database, epoch);
    expect(await recover()).toEqual([lane]);
    const row = await readMessage(database, lane, id);
    expect(row).toMatchObject({ status: 'unconfirmed', owner_epoch: null, is_waiting: false });
    expect(JSON.parse(row.failure ?? '')).toMatchObject({ code: 'gateway_stopped' });
    expect(await eventsOf(lane.companyId)).toEqual(['unconfirmed']);
  });

  it('is failed when it is to fail', async () => {
    const { lane, epoch, id } = await orphan('fail');
    await endEpoch(database, epoch);
    await recover();
    expect(await readMessage(database, lane, id)).toMatchObject({ status: 'failed', is_waiting: false });
    expect(await eventsOf(lane.companyId)).toEqual(['failed']);
  });

  it('waits to be tried again when it is to be retried, and was unconfirmed for all to see', async () => {
    const { lane, epoch, id } = await orphan('retry', 3);
    await endEpoch(database, epoch);
    await recover();
    expect(await readMessage(database, lane, id)).toMatchObject({
      status: 'queued',
      attempt: 3,
      is_waiting: true,
      is_due_later: true,
    });
    expect(await eventsOf(lane.companyId)).toEqual(['unconfirmed']);
  });

  it('is left alone while the process lives', async () => {
    const { lane, epoch, id } = await orphan();
    expect(await recover()).toEqual([]);
    expect(await readMessage(database, lane, id)).toMatchObject({ status: 'sending', owner_epoch: epoch });
    await endEpoch(database, epoch);
    await recover();
  });

  it('is settled once when two processes find it at once', async () => {
    const made = await Promise.all(Array.from({ length: 100 }, () => orphan()));
    await Promise.all(made.map(({ epoch }) => endEpoch(database, epoch)));
    await Promise.all([recover(), recover()]);
    const tellings = await Promise.all(made.map(({ lane }) => eventsOf(lane.companyId)));
    expect(tellings.every((events) => events.join() === 'unconfirmed')).toBe(true);
    expect(await findOrphans(pool, 10)).toEqual([]);
  });

  it('is sent after all when the dead one comes back and says so', async () => {
    const { lane, epoch, id } = await orphan();
    await endEpoch(database, epoch);
    await recover();
    await settle(pool, [makeSettlement(lane, id, epoch)]);
    expect(await readMessage(database, lane, id)).toMatchObject({
      status: 'sent',
      failure: null,
      provider_message_id: `wamid.${id}`,
    });
    expect(await eventsOf(lane.companyId)).toEqual(['unconfirmed', 'sent']);
  });

  it('is found however many there are', async () => {
    const lane = newLane();
    const epoch = await insertEpoch(database, -1);
    await database.query(
      `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id, attempt,
         owner_epoch)
       select $1, id, 'out', 'sending', 'text', '+966501234567', 'Hello', 'meta_cloud', $3, 1, $4
       from unnest($2::uuid[]) as id`,
      [lane.companyId, Array.from({ length: 2_500 }, () => newUuid()), lane.senderId, epoch],
    );
    expect(await recover()).toEqual([lane]);
    const [counted] = await database.query(
      `select count(*)::int as count from messages where company_id = $1 and status = 'unconfirmed'`,
      [lane.companyId],
    );
    expect(counted).toEqual({ count: 2_500 });
  });
});
