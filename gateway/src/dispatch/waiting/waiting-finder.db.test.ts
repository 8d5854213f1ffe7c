// Waiting messages are found whatever their age, and lanes are read without opening the partitions of every day. So are
// the periodic searches of every gateway, idle or not.

import type pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { watchWork } from '../../../tests/support/statement-work.ts';
import { historyTables } from '../../app/history-tables.ts';
import { createLookFloor, recentFloor } from '../../platform/database/look-floor.ts';
import { keepPartitions } from '../../platform/database/partitions.ts';
import { firstUuidAt, newUuid } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import type { LaneKey } from '../lane-key.ts';
import { claimFreeLanes, findLaneNews, findWaitingLanes } from '../ownership/queries.ts';
import { findOrphans, promoteDue } from '../queries.ts';
import { createRetryingFinder } from '../retrying-finder.ts';
import { insertEpoch, insertMessage, newLane, ownLane } from '../tests-support/lane-table.ts';
import { createWaitingFinder, type ReadWaiting } from './waiting-finder.ts';

const database = await useDatabase();
const { pool, writers } = database.openAsGateway();
const watchPool = watchWork(pool);
const watchWriters = watchWork(writers);

/** More than the floor spares: it leaves three days, and the week that partitions are made ahead. */
const daysBehind = 20;
const partitionsMax = 3 + 7 + 1;
let epoch = '';
const idleLanes = Array.from({ length: 5 }, newLane);

beforeAll(async () => {
  const tables = historyTables({ messageRetentionDays: 90, requestRetentionDays: 90 });
  const messages = tables
    .filter(({ name }) => name === 'messages')
    .map((table) => ({ ...table, daysBehind }));
  await keepPartitions({ connectionString: database.url }, messages, Date.now());
  epoch = await insertEpoch(database, 3_600);
  for (const lane of idleLanes) await ownLane(database, lane, epoch);
});

const olderLanes: LaneKey[] = [];
const makeFinder = () => createWaitingFinder({ pool, writers, onOlder: (lane) => olderLanes.push(lane) });
afterEach(async () => {
  olderLanes.splice(0);
  await database.query('update messages set lane_id = null, due_at = null');
});

/** An id of a message that was accepted so many days ago. */
const idOf = (daysAgo: number): string =>
  `${firstUuidAt(Date.now() - daysAgo * dayMilliseconds).slice(0, 14)}${newUuid().slice(14)}`;

const insertOld = (lane: LaneKey, daysAgo: number, choices: Parameters<typeof insertMessage>[2] = {}) =>
  insertMessage(database, lane, { ...choices, id: idOf(daysAgo) });

const read = async (waiting: ReadWaiting, crowded: readonly string[] = []): Promise<string[]> =>
  (await waiting([10, 10], crowded, false)).map(({ id }) => id);

describe('a message that waits in a lane', () => {
  it('is found when the lane is opened, however old it is', async () => {
    const [lane, other] = [newLane(), newLane()];
    const campaign = await insertOld(lane, 15, { priority: 1 });
    const old = await insertOld(lane, 10);
    const young = await insertMessage(database, lane);
    const finder = makeFinder();
    const found = await Promise.all([read(finder.open(lane)), read(finder.open(other))]);
    expect(found).toEqual([[old, young, campaign], []]);
  });

  it('is found when it is old and begins to wait later, without being announced', async () => {
    const [lane, other] = [newLane(), newLane()];
    const finder = makeFinder();
    const [waiting] = [finder.open(lane), finder.open(other)];
    const young = await insertMessage(database, lane);
    expect(await read(waiting)).toEqual([young]);
    const old = await insertOld(lane, 10);
    // A poke leads to this.
    await read(waiting);
    await finder.lookBelow();
    expect(olderLanes).toEqual([lane]);
    expect(await read(waiting)).toEqual([old, young]);
    await finder.lookBelow();
    expect(olderLanes, 'it is known already').toEqual([lane]);
  });

  it('is found at once when it is old and announced', async () => {
    const lane = newLane();
    const finder = makeFinder();
    const waiting = finder.open(lane);
    expect(await read(waiting)).toEqual([]);
    const old = await insertOld(lane, 10);
    finder.expect(lane.senderId, old);
    expect(await read(waiting)).toEqual([old]);
  });

  it('is found at once also when it is announced during a search that began before it', async () => {
    const lane = newLane();
    const searched = Promise.withResolvers<void>();
    let isHeld = false;
    const finder = createWaitingFinder({
      pool,
      writers: new Proxy(writers, {
        get: (target, name) =>
          name === 'query'
            ? async (statement: pg.QueryConfig) => {
                const answer = await target.query(statement);
                if (isHeld) await searched.promise;
                return answer;
              }
            : Reflect.get(target, name),
      }),
      onOlder: (found) => olderLanes.push(found),
    });
    const waiting = finder.open(lane);
    expect(await read(waiting)).toEqual([]);
    isHeld = true;
    const looking = finder.lookBelow();
    const old = await insertOld(lane, 10);
    finder.expect(lane.senderId, old);
    searched.resolve();
    await looking;
    expect(await read(waiting)).toEqual([old]);
  });

  it('is found again by the next owner, who opens the lane anew', async () => {
    const lane = newLane();
    const finder = makeFinder();
    expect(await read(finder.open(lane))).toEqual([]);
    const old = await insertOld(lane, 10);
    expect(await read(finder.open(lane))).toEqual([old]);
  });

  it('is searched for in the next round when the database was away', async () => {
    const lane = newLane();
    let isAway = false;
    const finder = createWaitingFinder({
      pool,
      writers: new Proxy(writers, {
        get: (target, name) => {
          if (isAway && name === 'query') return () => Promise.reject(new Error('away'));
          return Reflect.get(target, name);
        },
      }),
      onOlder: (found) => olderLanes.push(found),
    });
    const waiting = finder.open(lane);
    await read(waiting);
    const old = await insertOld(lane, 10);
    isAway = true;
    await expect(finder.lookBelow()).rejects.toThrow('away');
    isAway = false;
    await finder.lookBelow();
    expect(olderLanes).toEqual([lane]);
    expect(await read(waiting)).toEqual([old]);
  });

  it('is read from the oldest that waits, and from this week when that has gone', async () => {
    const lane = newLane();
    const finder = makeFinder();
    const waiting = finder.open(lane);
    const old = await insertOld(lane, 15);
    expect(await read(waiting)).toEqual([old]);
    const atFirst = await watchPool(() => read(waiting));
    expect(atFirst.partitions).toBe(15 + 1 + 7);
    await database.query('update messages set lane_id = null where id = $1', [old]);
    await finder.lookBelow();
    const then = await watchPool(() => read(waiting));
    expect(then.partitions, then.text).toBeLessThanOrEqual(partitionsMax);
  });
});

it('a message that waits for another attempt is found when its lane is opened, however old it is', async () => {
  const lane = newLane();
  const findRetrying = createRetryingFinder(pool, writers);
  const young = await insertMessage(database, lane, { attempt: 1, dueIn: '20 seconds' });
  const ids = async () => (await findRetrying(lane)).map(({ id }) => id);
  const ofThisWeek = await watchPool(async () => expect(await ids()).toEqual([young]));
  expect(ofThisWeek.partitions, ofThisWeek.text).toBeLessThanOrEqual(partitionsMax);
  const old = await insertOld(lane, 10, { attempt: 1, dueIn: '10 seconds' });
  expect(await ids()).toEqual([old, young]);
});

describe('the looks of every second open a few partitions', () => {
  const inBetween = (): string => {
    let time = Date.now();
    const next = createLookFloor(() => time);
    next();
    time += 1_000;
    return next();
  };

  it.each<[string, () => Promise<unknown>]>([
    ['for free lanes', () => claimFreeLanes(pool, epoch, 500)],
    ['for lanes that were poked', () => findLaneNews(pool, epoch, null)],
    ['for what waits in lanes', () => findWaitingLanes(pool, idleLanes, recentFloor(Date.now()))],
    ['for what is due', () => promoteDue(writers, 100, inBetween())],
    ['for what the dead were sending', () => findOrphans(writers, 100, inBetween())],
  ])('%s', async (_name, look) => {
    const [ofPool, ofWriters] = [await watchPool(look), await watchWriters(look)];
    const opened = [ofPool, ofWriters].map(({ partitions }) => partitions).filter(Number.isFinite);
    expect(opened).toHaveLength(1);
    expect(opened[0], `${ofPool.text}${ofWriters.text}`).toBeLessThanOrEqual(partitionsMax);
  });

  it('for what waits in one lane', async () => {
    const waiting = makeFinder().open(newLane());
    await read(waiting);
    const work = await watchPool(() => read(waiting));
    expect(work.partitions, work.text).toBeLessThanOrEqual(partitionsMax);
  });

  it('for lanes that a process has left behind, which it takes without a look at messages', async () => {
    const left = newLane();
    await ownLane(database, left, epoch);
    await database.query('update lanes set owner_epoch = null where sender_id = $1', [left.senderId]);
    const work = await watchPool(async () => expect(await claimFreeLanes(pool, epoch, 10)).toEqual([left]));
    expect(work.partitions, work.text).toBe(0);
  });

  it('and those of the dead are the exception: what they had half sent is looked for in all days', async () => {
    const [dead, lane] = [await insertEpoch(database, -1), newLane()];
    await ownLane(database, lane, dead);
    const work = await watchPool(async () => expect(await claimFreeLanes(pool, epoch, 10)).toEqual([lane]));
    expect(work.partitions).toBe(daysBehind + 1 + 7);
  });
});
