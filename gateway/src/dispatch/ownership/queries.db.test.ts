// Which process sends for which sender: a lane has one living owner, and only the dead lose theirs.

import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { endLease, renewLease } from '../../processes/queries.ts';
import type { LaneKey } from '../lane-key.ts';
import { endEpoch, insertEpoch, insertMessage, newLane, ownLane } from '../tests-support/lane-table.ts';
import {
  askForLanes,
  claimFreeLanes,
  claimLane,
  findLaneNews,
  findOwners,
  forgetDeadProcesses,
  freeLanes,
  giveLanes,
  joinDispatching,
  keepLanes,
  pokeLanes,
} from './queries.ts';

const database = await useDatabase();
const pool = database.openPool(4);
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

const claim = async (lane: LaneKey, epoch: string): Promise<boolean> =>
  (await claimLane(pool, lane, epoch, null)).isOurs;

describe('one lane', () => {
  it('is claimed when it has no owner, and again by its owner', async () => {
    const [lane, epoch] = [newLane(), await insertEpoch(database)];
    expect(await claim(lane, epoch)).toBe(true);
    expect(await claim(lane, epoch)).toBe(true);
    expect(await ownerOf(lane)).toBe(epoch);
  });

  it('is not taken from the living', async () => {
    const [lane, first, second] = [newLane(), await insertEpoch(database), await insertEpoch(database)];
    await claim(lane, first);
    expect(await claim(lane, second)).toBe(false);
    expect(await ownerOf(lane)).toBe(first);
  });

  it('is not taken from the dead: what they had half sent is settled first', async () => {
    const [lane, first, second] = [newLane(), await insertEpoch(database), await insertEpoch(database)];
    await claim(lane, first);
    await endEpoch(database, first);
    expect(await claim(lane, second)).toBe(false);
    expect(await claimFreeLanes(pool, second, 10)).toEqual([lane]);
  });

  it('is not claimed by the dead', async () => {
    const [lane, dead] = [newLane(), await insertEpoch(database, -1)];
    expect(await claim(lane, dead)).toBe(false);
    expect(await ownerOf(lane)).toBeNull();
  });

  it('goes to one of many that claim it at once', async () => {
    const lane = newLane();
    const epochs = await Promise.all(Array.from({ length: 8 }, () => insertEpoch(database)));
    const claims = await Promise.all(epochs.map((epoch) => claim(lane, epoch)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  describe('of another process', () => {
    const reachable = async (place: { bootId: string; socket: string | null }): Promise<string> => {
      const epoch = await insertEpoch(database);
      await database.query('update processes set boot_id = $2, socket = $3 where epoch = $1', [
        epoch,
        place.bootId,
        place.socket,
      ]);
      return epoch;
    };
    const ownedBy = async (epoch: string): Promise<LaneKey> => {
      const lane = newLane();
      await ownLane(database, lane, epoch);
      return lane;
    };

    it('says where its owner is asked, when that is a living one of the same machine', async () => {
      const asking = await insertEpoch(database);
      const dead = await reachable({ bootId: 'here', socket: '/dead.sock' });
      const lanes = {
        here: await ownedBy(await reachable({ bootId: 'here', socket: '/one.sock' })),
        there: await ownedBy(await reachable({ bootId: 'there', socket: '/two.sock' })),
        mute: await ownedBy(await reachable({ bootId: 'here', socket: null })),
        dead: await ownedBy(dead),
      };
      await endEpoch(database, dead);
      const claims = await Promise.all(
        Object.values(lanes).map((lane) => claimLane(pool, lane, asking, 'here')),
      );
      expect(claims).toEqual(['/one.sock', null, null, null].map((owner) => ({ isOurs: false, owner })));
      const ids = Object.values(lanes).map(({ senderId }) => senderId);
      expect(await findOwners(pool, ids, 'here')).toEqual(new Map([[lanes.here.senderId, '/one.sock']]));
      expect(await findOwners(pool, ids, null)).toEqual(new Map());
    });

    it('has no other owner once it is ours', async () => {
      const mine = await reachable({ bootId: 'here', socket: '/mine.sock' });
      const lane = await ownedBy(mine);
      expect(await claimLane(pool, lane, mine, 'here')).toEqual({ isOurs: true, owner: null });
    });
  });
});

describe('free lanes', () => {
  it('are those of the dead and those without an owner; those of the living stay', async () => {
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

  it('are those of a process that is not in the table, too', async () => {
    const forgotten = newLane();
    await ownLane(database, forgotten, '999999');
    expect(await claimFreeLanes(pool, await insertEpoch(database), 10)).toEqual([forgotten]);
  });

  it('of the dead are free when nothing in them is half sent any more', async () => {
    const [dead, taker] = [await insertEpoch(database, -1), await insertEpoch(database)];
    const [halfSent, other] = [newLane(), newLane()];
    for (const lane of [halfSent, other]) await ownLane(database, lane, dead);
    const id = await insertMessage(database, halfSent, { status: 'sending', ownerEpoch: dead });
    expect(await claimFreeLanes(pool, taker, 10)).toEqual([other]);
    await database.query(`update messages set status = 'unconfirmed', owner_epoch = null where id = $1`, [
      id,
    ]);
    expect(await claimFreeLanes(pool, taker, 10)).toEqual([halfSent]);
  });

  it('of a process that leaves are free at once, but for one in which something is half sent', async () => {
    const [leaving, taker] = [await insertEpoch(database), await insertEpoch(database)];
    const [halfSent, other] = [newLane(), newLane()];
    for (const lane of [halfSent, other]) await ownLane(database, lane, leaving);
    await insertMessage(database, halfSent, { status: 'sending', ownerEpoch: leaving });
    await freeLanes(pool, leaving);
    expect(await claimFreeLanes(pool, taker, 10)).toEqual([other]);
    expect(await claim(halfSent, taker)).toBe(false);
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
    expect(await renewLease(pool, epoch, 60)).toBeGreaterThan(0);
    await endEpoch(database, epoch);
    expect(await renewLease(pool, epoch, 60)).toBe(0);
    expect(await claim(newLane(), epoch)).toBe(false);
  });

  it('that ends with a goodbye frees its lanes and no others', async () => {
    const [leaving, staying] = [await insertEpoch(database), await insertEpoch(database)];
    const [left, kept] = [newLane(), newLane()];
    await ownLane(database, left, leaving);
    await ownLane(database, kept, staying);
    await endLease(pool, leaving);
    expect(await claimFreeLanes(pool, staying, 10)).toEqual([left]);
    expect(await claim(kept, leaving)).toBe(false);
    expect([await ownerOf(left), await ownerOf(kept)]).toEqual([staying, staying]);
    expect(await renewLease(pool, leaving, 60)).toBe(0);
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
  it('is found by the owner of the lane, and by no one else', async () => {
    const [ours, theirs] = [await insertEpoch(database), await insertEpoch(database)];
    const [lane, other] = [newLane(), newLane()];
    await ownLane(database, lane, ours);
    await ownLane(database, other, theirs);
    await database.query(`update lanes set poked_at = now() - interval '1 hour'`);
    const before = await findLaneNews(pool, ours, null);
    expect(before.poked).toEqual([]);
    await pokeLanes(pool, [lane, other], 'nobody_listens', []);
    expect((await findLaneNews(pool, ours, before.now)).poked).toEqual([lane]);
  });

  it('that follows another at once writes nothing, and is found by the owner all the same', async () => {
    const ours = await insertEpoch(database);
    const lane = newLane();
    await ownLane(database, lane, ours);
    const pokedAt = async () =>
      (await database.query<{ at: string }>('select poked_at::text as at from lanes'))[0]?.at;
    await database.query(`update lanes set poked_at = now() - interval '2 seconds'`);
    const old = await pokedAt();
    await pokeLanes(pool, [lane], 'nobody_listens', []);
    const first = await pokedAt();
    expect(first).not.toBe(old);
    // The owner looks between the two.
    const { now } = await findLaneNews(pool, ours, null);
    await pokeLanes(pool, [lane], 'nobody_listens', []);
    expect(await pokedAt()).toBe(first);
    expect((await findLaneNews(pool, ours, now)).poked).toEqual([lane]);
  });
});

const joinAs = async (seconds = 60): Promise<string> => {
  const epoch = await insertEpoch(database, seconds);
  await joinDispatching(pool, epoch);
  return epoch;
};

const handOverAll = async (epochs: readonly string[]): Promise<void> => {
  for (const epoch of epochs) {
    const { wanted } = await findLaneNews(pool, epoch, null);
    await giveLanes(
      pool,
      wanted.map(({ senderId }) => senderId),
      epoch,
    );
  }
};

const sharesOf = async (epochs: readonly string[]): Promise<number[]> => {
  const rows = await database.query<{ owner_epoch: string; lanes: number }>(
    'select owner_epoch, count(*)::integer as lanes from lanes group by owner_epoch',
  );
  return epochs.map((epoch) => rows.find((row) => row.owner_epoch === epoch)?.lanes ?? 0);
};

describe('shares of lanes', () => {
  it('differ by one at most after everybody has asked and given, also after some joined or left', async () => {
    for (const [processes, lanes] of [
      [2, 3],
      [3, 19],
      [4, 5],
      [5, 3],
      [3, 60],
    ] as const) {
      await database.query('truncate lanes, processes');
      const epochs = [await joinAs()];
      for (let index = 0; index < lanes; index += 1) await ownLane(database, newLane(), epochs[0] ?? '');
      const settle = async (): Promise<number[]> => {
        for (let round = 0; round < 3; round += 1) {
          await Promise.all(epochs.map((epoch) => askForLanes(pool, epoch)));
          await handOverAll(epochs);
        }
        return await sharesOf(epochs);
      };
      while (epochs.length < processes) epochs.push(await joinAs());
      const joined = await settle();
      const found = `${lanes} lanes of ${processes} processes: ${joined.join(', ')}`;
      expect(Math.max(...joined) - Math.min(...joined), found).toBeLessThanOrEqual(1);
      expect(
        joined.reduce((sum, one) => sum + one, 0),
        found,
      ).toBe(lanes);

      await endEpoch(database, epochs.shift() ?? '');
      await claimFreeLanes(pool, epochs[0] ?? '', 100);
      const left = await settle();
      expect(Math.max(...left) - Math.min(...left), `after one died: ${left.join(', ')}`).toBeLessThanOrEqual(
        1,
      );
    }
  });

  it('are not asked for twice, and not by the dead; a lane that is kept stays', async () => {
    const owner = await joinAs();
    for (let index = 0; index < 4; index += 1) await ownLane(database, newLane(), owner);
    const [one, dead] = [await joinAs(), await joinAs(-1)];
    expect(await askForLanes(pool, dead)).toEqual([]);
    expect(await askForLanes(pool, owner)).toEqual([]);
    const asked = await askForLanes(pool, one);
    expect(asked).toHaveLength(2);
    expect(await askForLanes(pool, one)).toEqual([]);

    await keepLanes(pool, asked, owner);
    expect(await giveLanes(pool, asked, owner)).toEqual(new Set());
    const again = await askForLanes(pool, one);
    await endEpoch(database, one);
    expect(await giveLanes(pool, again, owner), 'who asked has died').toEqual(new Set());
    expect(await sharesOf([owner])).toEqual([4]);
  });
});
