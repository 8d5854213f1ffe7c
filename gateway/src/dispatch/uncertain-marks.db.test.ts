// A message that was refused because the database was silent, and that turns up there later as being sent by us.

import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { newUuid } from '../platform/ids.ts';
import type { LaneKey } from './lane-key.ts';
import { findOwned } from './queries.ts';
import { insertEpoch, insertMessage, newLane, readMessage } from './tests-support/lane-table.ts';
import { makeOutcomeWriter } from './tests-support/make-outcome-writer.ts';
import { createUncertainMarks, type UncertainMark } from './uncertain-marks.ts';

const database = await useDatabase();
const pool = database.openPool(4);

const epoch = await insertEpoch(database);

const useUncertainMarks = () => {
  const scene = { epoch: epoch as string | null, isHeld: false, now: 0 };
  const poked: LaneKey[] = [];
  const uncertainMarks = createUncertainMarks({
    epoch: () => scene.epoch,
    findOwned: (owner) => findOwned(pool, owner, 100),
    isHeld: () => scene.isHeld,
    outcomes: makeOutcomeWriter(pool, 1),
    onReleased: (lane) => poked.push(lane),
    now: () => scene.now,
  });
  return { uncertainMarks, scene, poked };
};

const newMark = (): UncertainMark => ({
  ...newLane(),
  id: newUuid(),
  ownerEpoch: epoch,
  attempt: 1,
  request: null,
});

/** The statement that the network had held back reaches the table. */
const turnUp = ({ companyId, senderId, id }: UncertainMark, attempt = 1): Promise<string> =>
  insertMessage(database, { companyId, senderId }, { id, status: 'sending', attempt, ownerEpoch: epoch });

const statusOf = async (message: UncertainMark): Promise<string> =>
  (await readMessage(database, message, message.id)).status;

describe('a message whose mark is uncertain', () => {
  it('goes back to its lane when it turns up, and the lane is notified', async () => {
    const { uncertainMarks, poked } = useUncertainMarks();
    const message = newMark();
    uncertainMarks.add(message);
    await uncertainMarks.look();
    await turnUp(message);
    await uncertainMarks.look();
    expect(await statusOf(message)).toBe('queued');
    expect(poked).toEqual([{ companyId: message.companyId, senderId: message.senderId }]);
    expect(uncertainMarks.size).toBe(0);
  });

  it.each<[string, number, (stage: ReturnType<typeof useUncertainMarks>, message: UncertainMark) => void]>([
    ['while a lane has it in hand', 1, ({ scene }) => Object.assign(scene, { isHeld: true })],
    ['once it is being sent', 1, ({ uncertainMarks }, { id }) => uncertainMarks.forget(id)],
    ['in a later attempt', 2, () => undefined],
  ])('is left alone %s', async (_when, attempt, happen) => {
    const stage = useUncertainMarks();
    const message = newMark();
    stage.uncertainMarks.add(message);
    await turnUp(message, attempt);
    happen(stage, message);
    await stage.uncertainMarks.look();
    expect(await statusOf(message)).toBe('sending');
  });

  it('is forgotten with the lease it was stored under, and after a while', async () => {
    const { uncertainMarks, scene } = useUncertainMarks();
    uncertainMarks.add(newMark());
    scene.epoch = '999999';
    await uncertainMarks.look();
    expect(uncertainMarks.size).toBe(0);
    scene.epoch = epoch;
    uncertainMarks.add(newMark());
    scene.now = 3_600_000;
    await uncertainMarks.look();
    expect(uncertainMarks.size).toBe(0);
  });
});
