// A message that was refused because the database was silent, and that turns up there later as being sent by us.

import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { newUuid } from '../platform/ids.ts';
import { createDoubts, type Doubted } from './doubts.ts';
import type { LaneKey } from './lane-key.ts';
import { findOwned } from './queries.ts';
import { insertEpoch, insertMessage, newLane, readMessage } from './tests-support/lane-table.ts';
import { makeOutcomeWriter } from './tests-support/make-outcome-writer.ts';

const database = await useDatabase();
const pool = database.openPool(4);

const epoch = await insertEpoch(database);

const useDoubts = () => {
  const scene = { epoch: epoch as string | null, isHeld: false, now: 0 };
  const poked: LaneKey[] = [];
  const doubts = createDoubts({
    epoch: () => scene.epoch,
    findOwned: (owner) => findOwned(pool, owner, 100),
    isHeld: () => scene.isHeld,
    outcomes: makeOutcomeWriter(pool, 1),
    onReleased: (lane) => poked.push(lane),
    now: () => scene.now,
  });
  return { doubts, scene, poked };
};

const doubt = (): Doubted => ({ ...newLane(), id: newUuid(), ownerEpoch: epoch, attempt: 1, request: null });

/** What the network had kept back reaches the table. */
const turnUp = ({ companyId, senderId, id }: Doubted, attempt = 1): Promise<string> =>
  insertMessage(database, { companyId, senderId }, { id, status: 'sending', attempt, ownerEpoch: epoch });

const statusOf = async (message: Doubted): Promise<string> =>
  (await readMessage(database, message, message.id)).status;

describe('a message in doubt', () => {
  it('goes back to its lane when it turns up, and the lane is told', async () => {
    const { doubts, poked } = useDoubts();
    const message = doubt();
    doubts.add(message);
    await doubts.look();
    await turnUp(message);
    await doubts.look();
    expect(await statusOf(message)).toBe('queued');
    expect(poked).toEqual([{ companyId: message.companyId, senderId: message.senderId }]);
    expect(doubts.size).toBe(0);
  });

  it.each<[string, number, (stage: ReturnType<typeof useDoubts>, message: Doubted) => void]>([
    ['while a lane has it in hand', 1, ({ scene }) => Object.assign(scene, { isHeld: true })],
    ['once it is being sent', 1, ({ doubts }, { id }) => doubts.forget(id)],
    ['in a later attempt', 2, () => undefined],
  ])('is left alone %s', async (_when, attempt, happen) => {
    const stage = useDoubts();
    const message = doubt();
    stage.doubts.add(message);
    await turnUp(message, attempt);
    happen(stage, message);
    await stage.doubts.look();
    expect(await statusOf(message)).toBe('sending');
  });

  it('is forgotten with the lease it was stored under, and after a while', async () => {
    const { doubts, scene } = useDoubts();
    doubts.add(doubt());
    scene.epoch = '999999';
    await doubts.look();
    expect(doubts.size).toBe(0);
    scene.epoch = epoch;
    doubts.add(doubt());
    scene.now = 3_600_000;
    await doubts.look();
    expect(doubts.size).toBe(0);
  });
});
