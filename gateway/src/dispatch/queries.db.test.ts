// The messages that wait in a lane, those that are taken from it, and those that are too old.

import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { newUuid } from '../platform/ids.ts';
import { expireWaiting, findRetrying, findWaiting, markSending, promoteDue } from './queries.ts';
import { insertEpoch, insertMessage, newLane, ownLane, readMessage } from './tests-support/lane-table.ts';

const database = await useDatabase();
const pool = database.openPool(2);

const useLane = async () => {
  const lane = newLane();
  const epoch = await insertEpoch(database);
  await ownLane(database, lane, epoch);
  return { lane, epoch };
};

describe('marking messages as being sent', () => {
  it('takes them out of the lane in the name of its owner and counts the attempt', async () => {
    const { lane, epoch } = await useLane();
    const ids = [
      await insertMessage(database, lane),
      await insertMessage(database, lane, { attempt: 4 }),
    ] as const;
    const picked = [
      { ...lane, id: ids[0], attempt: 0 },
      { ...lane, id: ids[1], attempt: 4 },
    ];
    expect(await markSending(pool, picked, epoch)).toEqual(new Set(ids));
    expect(await readMessage(database, lane, ids[0])).toMatchObject({
      status: 'sending',
      attempt: 1,
      owner_epoch: epoch,
      is_waiting: false,
    });
    expect((await readMessage(database, lane, ids[1])).attempt).toBe(5);
  });

  it('answers the same when it is tried again after a lost reply, and counts once', async () => {
    const { lane, epoch } = await useLane();
    const id = await insertMessage(database, lane);
    const picked = [{ ...lane, id, attempt: 0 }];
    await markSending(pool, picked, epoch);
    expect(await markSending(pool, picked, epoch, true)).toEqual(new Set([id]));
    expect((await readMessage(database, lane, id)).attempt).toBe(1);
  });

  it('takes nothing that is under way already, not even for the process that sends it', async () => {
    const { lane, epoch } = await useLane();
    const picked = [{ ...lane, id: await insertMessage(database, lane), attempt: 0 }];
    await markSending(pool, picked, epoch);
    expect(await markSending(pool, picked, epoch)).toEqual(new Set());
  });

  it('takes nothing for a process that does not own the lane', async () => {
    const { lane } = await useLane();
    const id = await insertMessage(database, lane);
    const stranger = await insertEpoch(database);
    expect(await markSending(pool, [{ ...lane, id, attempt: 0 }], stranger)).toEqual(new Set());
    expect(await readMessage(database, lane, id)).toMatchObject({
      status: 'queued',
      attempt: 0,
      is_waiting: true,
    });
  });

  it('takes nothing in whose life more has happened than the lane knows', async () => {
    const { lane, epoch } = await useLane();
    const ids = [
      await insertMessage(database, lane, { attempt: 2 }),
      await insertMessage(database, lane, { status: 'cancelled' }),
      await insertMessage(database, lane, { status: 'sent', attempt: 1 }),
      await insertMessage(database, lane, {
        status: 'sending',
        attempt: 1,
        ownerEpoch: await insertEpoch(database),
      }),
    ];
    const picked = ids.map((id) => ({ ...lane, id, attempt: 0 }));
    expect(await markSending(pool, picked, epoch)).toEqual(new Set());
  });

  it('is decided by the row when somebody else takes it at the same moment', async () => {
    const { lane, epoch } = await useLane();
    const ids = await Promise.all(Array.from({ length: 50 }, () => insertMessage(database, lane)));
    const [marked, cancelled] = await Promise.all([
      markSending(
        pool,
        ids.map((id) => ({ ...lane, id, attempt: 0 })),
        epoch,
      ),
      database.query<{ id: string }>(
        `update messages set status = 'cancelled', lane_id = null
         where company_id = $1 and id = any ($2) and status = 'queued' and lane_id is not null returning id`,
        [lane.companyId, ids],
      ),
    ]);
    expect(marked.size + cancelled.length).toBe(50);
    expect(cancelled.filter(({ id }) => marked.has(id))).toEqual([]);
  });
});

describe('a message that waits in a lane', () => {
  it('comes oldest first, class by class, without those who are crowded', async () => {
    const { lane } = await useLane();
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) ids.push(await insertMessage(database, lane));
    const ofCampaigns = [
      await insertMessage(database, lane, { priority: 1 }),
      await insertMessage(database, lane, { priority: 1 }),
    ];
    await insertMessage(database, lane, { phoneNumber: '+966500000001' });
    await insertMessage(database, lane, { dueIn: '1 hour' });
    await insertMessage(database, lane, { status: 'sent' });
    await insertMessage(database, { ...lane, senderId: newUuid() });
    const find = async (singles: number, campaigns: number) =>
      (await findWaiting(pool, lane, [singles, campaigns], ['+966500000001'])).map(({ id }) => id);
    expect(await find(10, 10)).toEqual([...ids, ...ofCampaigns]);
    expect(await find(2, 1)).toEqual([...ids.slice(0, 2), ...ofCampaigns.slice(0, 1)]);
    expect(await find(0, 10)).toEqual(ofCampaigns);
  });
});

describe('a message that waits for another attempt', () => {
  it('comes with the time it still waits, the sooner the earlier, of this lane alone', async () => {
    const { lane } = await useLane();
    const later = await insertMessage(database, lane, { attempt: 2, dueIn: '5 minutes' });
    const soon = await insertMessage(database, lane, { attempt: 1, dueIn: '1 minute' });
    const due = await insertMessage(database, lane, { attempt: 1, dueIn: '-1 second' });
    await insertMessage(database, lane);
    await insertMessage(database, lane, { attempt: 1 });
    await insertMessage(database, lane, { dueIn: '2 minutes' });
    await insertMessage(database, { ...lane, senderId: newUuid() }, { attempt: 1, dueIn: '1 minute' });
    await insertMessage(database, newLane(), { attempt: 1, dueIn: '1 minute' });
    const found = await findRetrying(pool, [lane], 10);
    expect(found.map(({ id, attempt }) => [id, attempt])).toEqual([
      [due, 1],
      [soon, 1],
      [later, 2],
    ]);
    const [first, second, third] = found.map((row) => row.wait_ms);
    expect(first).toBe(0);
    expect(second).toSatisfy((wait: number) => wait > 0 && wait <= 60_000);
    expect(third).toSatisfy((wait: number) => wait > 60_000 && wait <= 300_000);
    expect(await findRetrying(pool, [lane], 2)).toHaveLength(2);
    // Nothing is left that is due: other tests count that.
    await promoteDue(pool, 100);
  });
});

describe('a message whose time has come', () => {
  it('joins those that wait; its lane is named, and nothing else moves', async () => {
    const { lane } = await useLane();
    const due = await insertMessage(database, lane, { dueIn: '-1 second' });
    const later = await insertMessage(database, lane, { dueIn: '1 hour' });
    expect(await promoteDue(pool, 100)).toEqual([{ ...lane, id: due }]);
    expect((await findWaiting(pool, lane, [10, 10], [])).map(({ id }) => id)).toEqual([due]);
    expect(await readMessage(database, lane, later)).toMatchObject({ is_due_later: true });
    expect(await promoteDue(pool, 100)).toEqual([]);
  });

  it('is one of a bounded number, the most overdue first', async () => {
    const { lane } = await useLane();
    for (const dueIn of ['-100 seconds', '-300 seconds', '-200 seconds'])
      await insertMessage(database, lane, { dueIn });
    expect(await promoteDue(pool, 2)).toHaveLength(2);
    const [left] = await database.query<{ seconds: number }>(
      `select extract(epoch from now() - due_at)::float8 as seconds from messages
       where company_id = $1 and due_at is not null`,
      [lane.companyId],
    );
    expect(left?.seconds).toBeLessThan(200);
    expect(await promoteDue(pool, 2)).toHaveLength(1);
  });

  it('is promoted by one of two processes that look at once', async () => {
    const { lane } = await useLane();
    await Promise.all(
      Array.from({ length: 50 }, () => insertMessage(database, lane, { dueIn: '-1 second' })),
    );
    const [one, two] = await Promise.all([promoteDue(pool, 100), promoteDue(pool, 100)]);
    expect(one.length + two.length).toBe(50);
  });
});

describe('a message that is too old', () => {
  const expire = (lane: { companyId: string }, id: string) =>
    expireWaiting(pool, [{ companyId: lane.companyId, id, attempt: 0 }]);
  const emittedIn = (lane: { companyId: string }) =>
    database.query(`select type, status, attempt from events where company_id = $1`, [lane.companyId]);

  it('expires, with its status and one event, also when it is done twice', async () => {
    const { lane } = await useLane();
    const id = await insertMessage(database, lane, { attempt: 2 });
    await expire(lane, id);
    await expire(lane, id);
    expect(await readMessage(database, lane, id)).toMatchObject({ status: 'expired', is_waiting: false });
    expect(await emittedIn(lane)).toEqual([{ type: 'message_status', status: 'expired', attempt: 2 }]);
  });

  it('is unconfirmed when it waits to be repeated under an id that may have been taken', async () => {
    const { lane } = await useLane();
    const id = await insertMessage(database, lane, { attempt: 2, providerMessageId: 'msg_x:1' });
    await expire(lane, id);
    expect(await readMessage(database, lane, id)).toMatchObject({ status: 'unconfirmed', is_waiting: false });
    expect(await emittedIn(lane)).toEqual([{ type: 'message_status', status: 'unconfirmed', attempt: 2 }]);
  });

  it('does not expire when it is on its way or was cancelled', async () => {
    const { lane, epoch } = await useLane();
    const sending = await insertMessage(database, lane, { status: 'sending', ownerEpoch: epoch });
    const cancelled = await insertMessage(database, lane, { status: 'cancelled' });
    await expire(lane, sending);
    await expire(lane, cancelled);
    expect((await readMessage(database, lane, sending)).status).toBe('sending');
    expect((await readMessage(database, lane, cancelled)).status).toBe('cancelled');
    expect(await emittedIn(lane)).toEqual([]);
  });
});
