// Messages that wait for one sender move to another: only those that may, the oldest first, and without reading the
// history of the company. The lane is closed meanwhile.

import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { watchWork } from '../../../tests/support/statement-work.ts';
import { newUuid } from '../../platform/ids.ts';
import type { LaneKey } from '../lane-key.ts';
import { insertHistory } from '../tests-support/history.ts';
import { insertMessage, type MessageChoices, newLane } from '../tests-support/lane-table.ts';
import { type Move, moveWaiting } from './queries.ts';

const database = await useDatabase();
const openWriters = (): pg.Pool => {
  const { writers } = database.openAsGateway();
  return writers;
};
const writers = openWriters();

const routeId = newUuid();
const to = newUuid();

const moveOf = ({ companyId, senderId }: LaneKey): Move => ({
  companyId,
  from: senderId,
  to,
  toProvider: 'unifonic',
  routeId,
  routeName: 'All',
  reason: 'suspended',
  types: ['text'],
});

const makeLane = async (): Promise<LaneKey> => {
  const lane = newLane();
  await database.query(
    `insert into companies (id, name, timezone, plan) values ($1, 'Company', 'UTC', 'active')`,
    [lane.companyId],
  );
  return lane;
};

const recordRoute = (lane: LaneKey, ids: readonly string[], route = routeId): Promise<unknown> =>
  database.query(
    `insert into routed_messages (company_id, message_id, route_id, route_name, sender_id)
     select $1, id, $3, 'All', $4 from unnest($2::uuid[]) as id`,
    [lane.companyId, ids, route, lane.senderId],
  );

const insertRouted = async (lane: LaneKey, choices: MessageChoices = {}): Promise<string> => {
  const id = await insertMessage(database, lane, choices);
  await recordRoute(lane, [id]);
  return id;
};

const movedOf = async ({ companyId }: LaneKey): Promise<string[]> => {
  const rows = await database.query<{ id: string }>(
    'select id from messages where company_id = $1 and lane_id = $2 and sender_id = $2 order by id',
    [companyId, to],
  );
  return rows.map(({ id }) => id);
};

describe('a message that waits for a sender', () => {
  let lane: LaneKey;
  beforeAll(async () => {
    lane = await makeLane();
  });

  it('moves if it may', async () => {
    const moving = [
      await insertRouted(lane),
      await insertRouted(lane, { priority: 1 }),
      await insertRouted(lane, { attempt: 1 }),
      await insertRouted(lane, { attempt: 1, dueIn: '1 hour' }),
      await insertRouted(lane, { attempt: 1, providerMessageId: 'wamid.1', onUnknown: 'retry' }),
    ];
    const scheduled = await insertRouted(lane, { dueIn: '1 hour' });
    const maybeTaken = await insertRouted(lane, { attempt: 1, providerMessageId: 'wamid.2' });
    const sending = await insertRouted(lane, { status: 'sending', attempt: 1 });
    const [quoting, ofOtherType] = [await insertRouted(lane), await insertRouted(lane)];
    await database.query(`update messages set context_id = 'wamid.3' where id = $1`, [quoting]);
    await database.query(`update messages set type = 'template' where id = $1`, [ofOtherType]);
    const unrouted = await insertMessage(database, lane);
    const ofOtherRoute = await insertMessage(database, lane);
    await recordRoute(lane, [ofOtherRoute], newUuid());

    expect(await moveWaiting(writers, moveOf(lane), 100)).toEqual({ count: moving.length, hasMore: false });
    expect(await movedOf(lane)).toEqual(moving);
    const left = [scheduled, maybeTaken, sending, quoting, ofOtherType, unrouted, ofOtherRoute];
    expect(
      await database.query<{ id: string }>(
        'select id from messages where company_id = $1 and sender_id = $2 order by id',
        [lane.companyId, lane.senderId],
      ),
    ).toEqual(left.map((id) => ({ id })));
    expect(
      await database.query(
        `select message_id as id, provider, provider_message_id, routed.sender_id, routed.instead_of, reason
         from routed_messages routed
         join messages on messages.company_id = routed.company_id and messages.id = routed.message_id
         where routed.company_id = $1 and instead_of is not null order by message_id`,
        [lane.companyId],
      ),
    ).toEqual(
      moving.map((id) => ({
        id,
        provider: 'unifonic',
        provider_message_id: null,
        sender_id: to,
        instead_of: lane.senderId,
        reason: 'suspended',
      })),
    );
    expect(await moveWaiting(writers, moveOf(lane), 100)).toEqual({ count: 0, hasMore: false });
  });
});

it('the oldest go first, of whichever kind', async () => {
  const lane = await makeLane();
  const ids = [
    await insertRouted(lane, { priority: 1 }),
    await insertRouted(lane, { attempt: 1, dueIn: '1 minute' }),
    await insertRouted(lane),
  ];
  expect(await moveWaiting(writers, moveOf(lane), 2)).toEqual({ count: 2, hasMore: true });
  expect(await movedOf(lane)).toEqual(ids.slice(0, 2));
  expect(await moveWaiting(writers, moveOf(lane), 2)).toEqual({ count: 1, hasMore: false });
  expect(await movedOf(lane)).toEqual(ids);
});

it('one that somebody else is just changing is not waited for', async () => {
  const lane = await makeLane();
  const ids = [await insertRouted(lane), await insertRouted(lane)];
  const other = await database.connect();
  try {
    await other.query('begin');
    await other.query('select from messages where id = $1 for update', [ids[0]]);
    expect(await moveWaiting(writers, moveOf(lane), 100)).toEqual({ count: 1, hasMore: false });
    expect(await movedOf(lane)).toEqual([ids[1]]);
    // Full bites of which nothing can be had come to an end as well.
    expect(await moveWaiting(writers, moveOf(lane), 1)).toEqual({ count: 0, hasMore: false });
  } finally {
    await other.end();
  }
});

it('a message that no longer waits when it is to be moved stays', async () => {
  const lane = await makeLane();
  const ids = [await insertRouted(lane), await insertRouted(lane), await insertRouted(lane)];
  const db = {
    query: async (statement: pg.QueryConfig) => {
      const result = await writers.query(statement);
      if (statement.name === 'find-movable') {
        await database.query(`update messages set status = 'cancelled', lane_id = null where id = $1`, [
          ids[0],
        ]);
        await database.query(`update messages set due_at = now() + interval '1 hour' where id = $1`, [
          ids[1],
        ]);
      }
      return result;
    },
  };
  expect(await moveWaiting(db as unknown as pg.Pool, moveOf(lane), 100)).toEqual({
    count: 1,
    hasMore: false,
  });
  expect(await movedOf(lane)).toEqual([ids[2]]);
});

describe.each(['before', 'after'])('a company with a history, %s PostgreSQL has looked at it', (when) => {
  const [done, waiting] = [10_000, 200];
  // Connections of its own: the ones that are watched forget their statements.
  const watched = openWriters();
  const watch = watchWork(watched);
  let lane: LaneKey;
  beforeAll(async () => {
    lane = await makeLane();
    await recordRoute(lane, await insertHistory(database, lane, done));
    await Promise.all(
      Array.from({ length: waiting }, (_, index) =>
        insertRouted(lane, index % 4 === 0 ? { attempt: 1, dueIn: '1 minute' } : {}),
      ),
    );
    if (when === 'after') await database.query('analyze');
  });

  it('is not walked through', async () => {
    const work = await watch(async () => {
      expect(await moveWaiting(watched, moveOf(lane), 1_000)).toEqual({ count: waiting, hasMore: false });
    });
    expect(work.rows, work.text).toBeLessThan(waiting * 20);
  });
});
