// Statements about many messages look each one up and compare no list with another row by row: also on a day that PostgreSQL
// knows nothing of yet, beside a history that is much larger than what is asked for.

import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { watchWork } from '../../tests/support/statement-work.ts';
import { newUuid } from '../platform/ids.ts';
import type { LaneKey } from './lane-key.ts';
import { claimFreeLanes, findWaitingLanes, freeLanes } from './ownership/queries.ts';
import { findOutcomes } from './queries.ts';
import type { Settlement } from './settlement.ts';
import { settle } from './settling/queries.ts';
import { insertHistory } from './tests-support/history.ts';
import { insertEpoch, makeSettlement, newLane, ownLane } from './tests-support/lane-table.ts';

const database = await useDatabase();
const lane = newLane();
const history = 20_000;
let old: string[] = [];
beforeAll(async () => {
  old = await insertHistory(database, lane, history);
});

const insertMany = async (
  { companyId, senderId }: LaneKey,
  count: number,
  isWaiting: boolean,
  epoch: string | null = null,
): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => newUuid());
  await database.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id, lane_id, attempt,
       owner_epoch)
     select $1, id, 'out', case when $4 then 'queued' else 'sending' end, 'text', '+966501234567', 'Hello', 'meta_cloud', $2,
       case when $4 then $2::uuid end, case when $4 then 0 else 1 end, $5
     from unnest($3::uuid[]) as id`,
    [companyId, senderId, ids, isWaiting, epoch],
  );
  return ids;
};

describe('with the connections of everyday work', () => {
  const pool = database.openPool(1);
  const watch = watchWork(pool);

  it('outcomes are looked up, however far the messages lie apart', async () => {
    const ids = [...old.slice(0, 3), ...(await insertMany(lane, 500, false, '1'))];
    const work = await watch(async () => {
      const keys = ids.map((id) => ({ companyId: lane.companyId, id }));
      expect((await findOutcomes(pool, keys)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    });
    expect(work.rows, work.text).toBeLessThan(ids.length * 10);
  });

  it('lanes in which something waits are found without reading what waits', async () => {
    const lanes = [newLane(), newLane(), newLane()];
    for (const one of lanes.slice(0, 2)) await insertMany(one, 2_000, true);
    const work = await watch(async () => {
      const waiting = await findWaitingLanes(pool, lanes);
      expect(waiting.toSorted()).toEqual(lanes.slice(0, 2).map(({ senderId }) => senderId));
    });
    expect(work.rows, work.text).toBeLessThan(20);
  });

  it('lanes of the dead are claimed, and left, with a look at what is being sent only', async () => {
    const [dead, living] = [await insertEpoch(database, -60), await insertEpoch(database, 60)];
    const lanes = Array.from({ length: 100 }, () => newLane());
    for (const one of lanes) await ownLane(database, one, dead);
    const half = lanes[0] ?? newLane();
    await insertMany(half, 100, false, dead);
    const claiming = await watch(async () => {
      const claimed = await claimFreeLanes(pool, living, 1_000);
      expect(claimed).toHaveLength(lanes.length - 1);
      expect(claimed).not.toContainEqual(half);
    });
    expect(claiming.rows, claiming.text).toBeLessThan(history / 4);
    await insertMany(half, 100, false, living);
    await ownLane(database, half, living);
    const freeing = await watch(() => freeLanes(pool, living));
    expect(freeing.rows, freeing.text).toBeLessThan(history / 4);
    expect(await database.query('select sender_id from lanes where owner_epoch = $1', [living])).toEqual([
      { sender_id: half.senderId },
    ]);
  });
});

describe('with the connections of group commits', () => {
  const { writers } = database.openAsGateway();
  const watch = watchWork(writers);
  const count = 200;

  const settlements = async (answer: (id: string) => Settlement['answer']): Promise<Settlement[]> => {
    const ids = await insertMany(lane, count, false, '1');
    return ids.map((id) => makeSettlement(lane, id, '1', { answer: answer(id) }));
  };

  const answerOf = (idempotencyKey: string | null) => (messageId: string) =>
    ({
      request: { companyId: lane.companyId, id: newUuid(), messageId, idempotencyKey, receivedAt: 0 },
      status: 200,
      text: '{}',
      errorCode: null,
    }) as unknown as Settlement['answer'];

  it.each([
    ['outcomes', () => null],
    ['outcomes with answers', answerOf(null)],
    ['outcomes with answers of idempotency keys', answerOf('key')],
  ])('%s are settled without comparing each with each', async (_name, answer) => {
    const rows = await settlements(answer);
    const work = await watch(async () => {
      expect(await settle(writers, rows, { hasListener: true })).toHaveLength(count);
    });
    expect(work.rows, work.text).toBeLessThan(count * 25);
  });
});
