// Which process sends for which sender: a lane has one living owner, and only the dead lose theirs.

import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { endLease, renewLease } from '../../processes/queries.ts';
import type { LaneKey } from '../lane-key.ts';
import { endEpoch, insertEpoch, insertMessage, newLane, ownLane } from '../tests-support/lane-table.ts';
import { claimFreeLanes, claimLane, findPokedLanes, forgetDeadProcesses, pokeLanes } from './queries.ts';

const database = await useDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
afterAll(() => pool.end());
beforeEach(() => database.query('truncate lanes, processes'));

const ownerOf = async ({ senderId }: LaneKey): Promise<string | null> => {
  const [row] = await database.query<{ owner_epoch: string | null }>(
    'select owner_epoch from lanes where sender_id = $1',
    [senderId],
  );
  return row?.owner_epoch ?? null;
};

const sorted = (lanes: readonly LaneKey[]): LaneKey[] =>
  lanes.toSorted((one, two) => (one.senderId < two.senderId ? -1 : 1));

describe('one lane', () => {
  it('is claimed when nobody has it, and again by the one who has it', async () => {
    const [lane, epoch] = [newLane(), await insertEpoch(database)];
    expect(await claimLane(pool, lane, epoch)).toBe(true);
    expect(await claimLane(pool, lane, epoch)).toBe(true);
    expect(await ownerOf(lane)).toBe(epoch);
  });

  it('is not taken from the living', async () => {
    const [lane, first, second] = [newLane(), await insertEpoch(database), await insertEpoch(database)];
    await claimLane(pool, lane, first);
    expect(await claimLane(pool, lane, second)).toBe(false);
    expect(await ownerOf(lane)).toBe(first);
  });

  it('is taken from the dead, and from a process that nobody remembers', async () => {
    const [lane, first, second] = [newLane(), await insertEpoch(database), await insertEpoch(database)];
    await claimLane(pool, lane, first);
    await endEpoch(database, first);
    expect(await claimLane(pool, lane, second)).toBe(true);
    const forgotten = newLane();
    await ownLane(database, forgotten, '999999');
    expect(await claimLane(pool, forgotten, second)).toBe(true);
  });

  it('is not claimed by the dead', async () => {
    const [lane, dead] = [newLane(), await insertEpoch(database, -1)];
    expect(await claimLane(pool, lane, dead)).toBe(false);
    expect(await ownerOf(lane)).toBeNull();
  });

  it('goes to one of many that claim it at once', async () => {
    const lane = newLane();
    const epochs = await Promise.all(Array.from({ length: 8 }, () => insertEpoch(database)));
    const claims = await Promise.all(epochs.map((epoch) => claimLane(pool, lane, epoch)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });
});

describe('free lanes', () => {
  it('are those of the dead and of nobody; those of the living stay', async () => {
    const [living, dead, taker] = [
      await insertEpoch(database),
      await insertEpoch(database, -1),
      await insertEpoch(database),
    ];
    const lanes = [newLane(), newLane(), newLane()] as const;
    await ownLane(database, lanes[0], living);
    await ownLane(database, lanes[1], dead);
    await pokeLanes(pool, [lanes[2]], 'nobody_listens', []);
    expect(sorted(await claimFreeLanes(pool, taker, 10))).toEqual(sorted([lanes[1], lanes[2]]));
    expect(await ownerOf(lanes[0])).toBe(living);
    expect(await claimFreeLanes(pool, taker, 10)).toEqual([]);
  });

  it('are shared out without overlap when two processes take over at once', async () => {
    const dead = await insertEpoch(database, -1);
    const takers = [await insertEpoch(database), await insertEpoch(database)] as const;
    const lanes = Array.from({ length: 60 }, newLane);
    for (const lane of lanes) await ownLane(database, lane, dead);
    const claimed = (
      await Promise.all(
        [0, 1, 0, 1, 0, 1, 0, 1].map((taker) => claimFreeLanes(pool, takers[taker] ?? '', 10)),
      )
    ).flat();
    while (claimed.length < 60) claimed.push(...(await claimFreeLanes(pool, takers[0], 10)));
    expect(new Set(claimed.map(({ senderId }) => senderId)).size).toBe(60);
    expect(claimed).toHaveLength(60);
  });

  it('are not taken by a process that is dead itself', async () => {
    const lane = newLane();
    await ownLane(database, lane, await insertEpoch(database, -1));
    expect(await claimFreeLanes(pool, await insertEpoch(database, -1), 10)).toEqual([]);
  });
});

describe('a lease', () => {
  it('is renewed while it runs, and never revived after it ran out', async () => {
    const epoch = await insertEpoch(database, 60);
    expect(await renewLease(pool, epoch, 60)).toBe(true);
    await endEpoch(database, epoch);
    expect(await renewLease(pool, epoch, 60)).toBe(false);
    expect(await claimLane(pool, newLane(), epoch)).toBe(false);
  });

  it('that ends with a goodbye frees its lanes and nobody else’s', async () => {
    const [leaving, staying] = [await insertEpoch(database), await insertEpoch(database)];
    const [left, kept] = [newLane(), newLane()];
    await ownLane(database, left, leaving);
    await ownLane(database, kept, staying);
    await endLease(pool, leaving);
    expect([await claimLane(pool, left, staying), await claimLane(pool, kept, leaving)]).toEqual([
      true,
      false,
    ]);
    expect([await ownerOf(left), await ownerOf(kept)]).toEqual([staying, staying]);
    expect(await renewLease(pool, leaving, 60)).toBe(false);
  });

  it('of a process that died days ago is forgotten, unless something still names it', async () => {
    const days = -3 * 86_400;
    const [idle, owner, sending, recent] = [
      await insertEpoch(database, days),
      await insertEpoch(database, days),
      await insertEpoch(database, days),
      await insertEpoch(database, -60),
    ];
    await ownLane(database, newLane(), owner);
    await insertMessage(database, newLane(), { status: 'sending', ownerEpoch: sending });
    await forgetDeadProcesses(pool);
    const left = await database.query<{ epoch: string }>('select epoch from processes');
    expect(new Set(left.map(({ epoch }) => epoch))).toEqual(new Set([owner, sending, recent]));
    expect(left).not.toContainEqual({ epoch: idle });
  });
});

describe('a poke', () => {
  it('is found by the owner of the lane, and by nobody else', async () => {
    const [ours, theirs] = [await insertEpoch(database), await insertEpoch(database)];
    const [lane, other] = [newLane(), newLane()];
    await ownLane(database, lane, ours);
    await ownLane(database, other, theirs);
    await database.query(`update lanes set poked_at = now() - interval '1 hour'`);
    const before = await findPokedLanes(pool, ours, null);
    expect(before.senderIds).toEqual([]);
    await pokeLanes(pool, [lane, other], 'nobody_listens', []);
    expect((await findPokedLanes(pool, ours, before.now)).senderIds).toEqual([lane.senderId]);
  });
});
