// The lease of a real process, with its heartbeat thread.

import { afterEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { waitUntil } from '../../tests/support/wait-until.ts';
import { claimFreeLanes } from '../dispatch/ownership/queries.ts';
import { newLane, ownLane } from '../dispatch/tests-support/lane-table.ts';
import { type Lease, takeLease } from './lease.ts';

const database = await useDatabase();
const pool = database.openPool(2);
const leases: Lease[] = [];
afterEach(() => {
  for (const lease of leases.splice(0)) lease.abandon();
});

const take = async (seconds: number, isAlone = false): Promise<Lease> => {
  const lease = await takeLease({ pool, connection: { connectionString: database.url }, seconds, isAlone });
  leases.push(lease);
  return lease;
};

const rowOf = async ({ epoch }: Lease): Promise<{ is_alive: boolean; lease_until: Date }> => {
  const [row] = await database.query<{ is_alive: boolean; lease_until: Date }>(
    'select lease_until > now() as is_alive, lease_until from processes where epoch = $1',
    [epoch],
  );
  if (!row) throw new Error('the lease has no row');
  return row;
};

describe('a lease', () => {
  it('is held from the start, under a number of its own', async () => {
    const [one, two] = [await take(30), await take(30)];
    expect([one.isHeld(), two.isHeld()]).toEqual([true, true]);
    expect(one.epoch).not.toBe(two.epoch);
    expect((await rowOf(one)).is_alive).toBe(true);
  });

  it('is renewed by its thread, also while the event loop is busy', async () => {
    const seconds = 10;
    const lease = await take(seconds);
    const { lease_until: before } = await rowOf(lease);
    await waitUntil('the thread was awake', async () => (await rowOf(lease)).lease_until > before);
    // Holds this thread up as endless work does, and leaves the processor to others.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, (seconds + 1) * 1_000);
    expect(lease.isHeld()).toBe(true);
    expect((await rowOf(lease)).is_alive).toBe(true);
  });

  it('counts how many processes there are, as they come and go', async () => {
    await database.query('update processes set lease_until = now() where lease_until > now()');
    // A lease that ends before its thread has reached the database is lost: a busy machine may take seconds for that.
    const one = await take(20);
    expect(one.processes).toBe(1);
    const two = await take(30);
    await waitUntil('the first knows of the second', () => one.processes === 2);
    await two.end();
    await waitUntil('the first is alone again', () => one.processes === 1);
  });

  it('that others have seen run out is not held, and is not revived', async () => {
    const lease = await take(2);
    await database.query('update processes set lease_until = now() where epoch = $1', [lease.epoch]);
    await waitUntil('the thread noticed', () => !lease.isHeld());
    expect((await rowOf(lease)).is_alive).toBe(false);
  });

  it('is not held any more when its thread cannot reach the database', async () => {
    const lease = await takeLease({
      pool,
      connection: { connectionString: 'postgres://127.0.0.1:1/nobody' },
      seconds: 1,
      isAlone: false,
    });
    leases.push(lease);
    expect(lease.isHeld()).toBe(true);
    await waitUntil('its time was over', () => !lease.isHeld());
    // For us it ends a little before it does for the others.
    const [row] = await database.query<{ is_soon: boolean }>(
      `select lease_until > now() - interval '1 second' as is_soon from processes where epoch = $1`,
      [lease.epoch],
    );
    expect(row).toEqual({ is_soon: true });
  });

  it('that ends with a goodbye frees its lanes at once', async () => {
    const lease = await take(30);
    const lane = newLane();
    await ownLane(database, lane, lease.epoch);
    const other = await take(30);
    expect(await claimFreeLanes(pool, other.epoch, 10)).toEqual([]);
    await lease.end();
    expect(lease.isHeld()).toBe(false);
    expect((await rowOf(lease)).is_alive).toBe(false);
    expect(await claimFreeLanes(pool, other.epoch, 10)).toEqual([lane]);
  });

  it('that is abandoned says nothing: its lanes stay its own until it runs out', async () => {
    const lease = await take(30);
    const lane = newLane();
    await ownLane(database, lane, lease.epoch);
    lease.abandon();
    expect(lease.isHeld()).toBe(false);
    expect((await rowOf(lease)).is_alive).toBe(true);
  });

  it('of a process that knows to be alone ends all others', async () => {
    const before = await take(30);
    const alone = await take(30, true);
    expect((await rowOf(before)).is_alive).toBe(false);
    expect((await rowOf(alone)).is_alive).toBe(true);
  });
});
