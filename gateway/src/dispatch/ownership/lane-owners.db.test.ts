// How a process learns the owners of other lanes, and how it notifies them.

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
type Answers = Record<string, readonly string[] | null | Promise<null>>;

const createOwners = (answers: Answers = {}) => {
  const asked: string[] = [];
  const silent = new Set<string>();
  const peers: Peers = {
    socket: '/me.sock',
    start: async () => undefined,
    stop: async () => undefined,
    on: () => undefined,
    isSilent: (socket) => silent.has(socket),
    async ask(socket, _topic, ids) {
      asked.push(`${socket} ${(ids as string[]).length}`);
      const answer = await (answers[socket] ?? null);
      if (answer === null) silent.add(socket);
      return answer;
    },
  };
  const options = { pool, peers, onWaiting: () => [], log: pino({ level: 'silent' }) };
  return { owners: new LaneOwners(options), asked, answers };
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
  // One that does not answer is not claimed with every message.
  expect(owners.isKnown(lane.senderId)).toBe(questions === 1);
});

it('looks an owner up that was not found a moment ago, however often it notifies', async () => {
  const lane = newLane();
  const { owners, asked } = createOwners({ '/other.sock': [lane.senderId] });
  await owners.find([lane.senderId]);
  expect([owners.isKnown(lane.senderId), owners.of(lane.senderId)]).toEqual([true, null]);
  await ownedAt('/other.sock', lane);
  expect(await owners.notify(lane)).toEqual([]);
  expect(asked).toEqual(['/other.sock 1']);
});

it('waits for an owner that is being looked up', async () => {
  const lane = await ownedAt('/other.sock');
  const { owners, asked } = createOwners({ '/other.sock': [lane.senderId] });
  void owners.find([lane.senderId]);
  expect(await owners.notify(lane)).toEqual([]);
  expect(asked).toEqual(['/other.sock 1']);
});

it('does not wait for an owner that has fallen silent, and asks the next one at once', async () => {
  const lane = await ownedAt('/frozen.sock');
  const { owners, asked, answers } = createOwners({ '/frozen.sock': null, '/next.sock': [lane.senderId] });
  expect(await owners.notify(lane)).toEqual([lane]);
  answers['/frozen.sock'] = new Promise<null>(() => undefined);
  expect(await owners.notify(lane)).toEqual([lane]);
  // When it comes back it receives what was stored meanwhile.
  expect(asked).toEqual(['/frozen.sock 1', '/frozen.sock 1']);
  await database.query('truncate lanes');
  await ownedAt('/next.sock', lane);
  expect(await owners.notify(lane)).toEqual([]);
  expect(asked.slice(2)).toEqual(['/next.sock 1']);
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
