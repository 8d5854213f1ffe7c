// What a process knows of the owners of other lanes, and how it notifies them.

import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { readBootId } from '../../processes/call-journal.ts';
import type { Peers } from '../../processes/peers/peers.ts';
import type { LaneKey } from '../lane-key.ts';
import { insertEpoch, newLane, ownLane } from '../tests-support/lane-table.ts';
import { LaneOwners } from './lane-owners.ts';

const database = await useDatabase();
const pool = database.openPool(2);
beforeEach(() => database.query('truncate lanes, processes'));

/** Where each process is asked, and which lanes it says are its own; null when it does not answer. */
type Answers = Record<string, readonly string[] | null>;

const createOwners = (answers: Answers = {}) => {
  const asked: string[] = [];
  const peers: Peers = {
    socket: '/me.sock',
    start: async () => undefined,
    stop: async () => undefined,
    on: () => undefined,
    isSilent: () => false,
    async ask(socket, _topic, ids) {
      asked.push(`${socket} ${(ids as string[]).length}`);
      return answers[socket] ?? null;
    },
  };
  const options = { pool, peers, onWaiting: () => [], log: pino({ level: 'silent' }) };
  return { owners: new LaneOwners(options), asked };
};

const ownedAt = async (socket: string, lane = newLane()): Promise<LaneKey> => {
  const epoch = await insertEpoch(database);
  await database.query('update processes set boot_id = $2, socket = $3 where epoch = $1', [
    epoch,
    readBootId(),
    socket,
  ]);
  await ownLane(database, lane, epoch);
  return lane;
};

it('looks an owner up once, and asks it where it is', async () => {
  const lane = await ownedAt('/other.sock');
  const { owners, asked } = createOwners({ '/other.sock': [lane.senderId] });
  expect([owners.isKnown(lane.senderId), owners.of(lane.senderId)]).toEqual([false, null]);
  expect(await owners.notify(lane)).toEqual([]);
  expect([owners.isKnown(lane.senderId), owners.of(lane.senderId)]).toEqual([true, '/other.sock']);
  expect(await owners.notify(lane)).toEqual([]);
  expect(asked).toEqual(['/other.sock 1', '/other.sock 1']);
});

it('asks once for all that is stored in one moment', async () => {
  const lane = await ownedAt('/other.sock');
  const { owners, asked } = createOwners({ '/other.sock': [lane.senderId] });
  await Promise.all(Array.from({ length: 50 }, () => owners.notify(lane)));
  expect(asked).toEqual(['/other.sock 1']);
});

it('asks the next owner when the one it knew has given the lane away', async () => {
  const lane = await ownedAt('/next.sock');
  const { owners, asked } = createOwners({ '/before.sock': [], '/next.sock': [lane.senderId] });
  owners.learn(lane.senderId, '/before.sock');
  expect(await owners.notify(lane)).toEqual([]);
  expect(asked).toEqual(['/before.sock 1', '/next.sock 1']);
  expect(owners.of(lane.senderId)).toBe('/next.sock');
});

it.each([
  ['does not answer', { '/other.sock': null }, 1],
  ['says twice that it is not the owner', { '/other.sock': [] }, 2],
])('leaves it to the database when the owner %s', async (_name, answers, questions) => {
  const lane = await ownedAt('/other.sock');
  const { owners, asked } = createOwners(answers);
  expect(await owners.notify(lane)).toEqual([lane]);
  expect(asked).toHaveLength(questions);
  expect(owners.of(lane.senderId)).toBeNull();
  // One that does not answer is not looked up with every message.
  expect(owners.isKnown(lane.senderId)).toBe(questions === 1);
});

it('looks again after a moment, however often it notifies meanwhile', async () => {
  const lane = await ownedAt('/other.sock');
  const { owners, asked } = createOwners({ '/other.sock': [lane.senderId] });
  owners.miss(lane.senderId, true);
  const begun = performance.now();
  await expect.poll(async () => (await owners.notify(lane)).length, { timeout: 5_000 }).toBe(0);
  expect(performance.now() - begun).toBeGreaterThan(1_000);
  expect(asked).toEqual(['/other.sock 1']);
});

it('asks neither itself nor a lane without an owner', async () => {
  const [mine, free] = [await ownedAt('/me.sock'), newLane()];
  const { owners, asked } = createOwners();
  expect(await Promise.all([owners.notify(mine), owners.notify(free)])).toEqual([
    [mine, free],
    [mine, free],
  ]);
  expect(asked).toEqual([]);
});
