// The notifications that a lane gets while its owner's lease is late; everything else of the keeper needs a database.

import type pg from 'pg';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import type { AnswerPeer, Peers } from '../processes/peers/peers.ts';
import type { Lane } from './lane.ts';
import { LaneKeeper, type LaneKeeperOptions } from './lane-keeper.ts';
import { newLane } from './tests-support/lane-table.ts';

const useKeeper = async () => {
  const key = newLane();
  const poke = vi.fn();
  let isHeld = true;
  let receive: AnswerPeer = () => undefined;
  const lease = { epoch: '1', isHeld: () => isHeld };
  const keeper = new LaneKeeper({
    pool: {
      query: async () => ({
        rows: [{ sender_id: key.senderId, company_id: key.companyId, has_ownerless: true, has_dead: false }],
      }),
    } as unknown as pg.Pool,
    senders: {
      peek: () => [{ id: key.senderId, state: 'active' }],
    } as unknown as LaneKeeperOptions['senders'],
    build: () => ({ key, poke }) as unknown as Lane,
    lease: () => lease as ReturnType<LaneKeeperOptions['lease']>,
    origin: 'this one',
    peers: {
      on: (_topic, answer) => {
        receive = answer;
      },
    } as Peers,
    onGiven: () => undefined,
    log: pino({ level: 'silent' }),
  });
  await keeper.claimFree();
  poke.mockClear();
  const loseLease = (): void => {
    isHeld = false;
  };
  const receiveFromPeer = (senderIds: readonly string[]) => receive(senderIds, () => undefined);
  return { keeper, key, poke, loseLease, receiveFromPeer };
};

test('a lane looks into the table when a peer says so, also while its lease may have run out', async () => {
  const { key, poke, loseLease, receiveFromPeer } = await useKeeper();
  expect(receiveFromPeer([key.senderId])).toEqual([key.senderId]);
  loseLease();
  // Perhaps another process has the lane by now, so the one that asks has to find out; and perhaps not.
  expect(receiveFromPeer([key.senderId])).toEqual([]);
  expect(poke).toHaveBeenCalledTimes(2);
});

test('a lane searches for messages that may wait in it, or its owner is notified', async () => {
  const { keeper, key, poke } = await useKeeper();
  const notify = vi.spyOn(keeper, 'notify').mockResolvedValue();
  await keeper.announce(key);
  expect(poke).toHaveBeenCalledOnce();
  expect(notify).not.toHaveBeenCalled();
  const other = newLane();
  await keeper.announce(other);
  expect(notify).toHaveBeenCalledExactlyOnceWith(other);
});
