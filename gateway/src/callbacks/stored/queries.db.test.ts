import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { type HeldCallback, holdStored, insertStored, releaseStored } from './queries.ts';

const database = await useDatabase();
const pool = database.openPool(4);

const keep = async (companyId: string, count: number, bytes = 100): Promise<string[]> => {
  const rows = Array.from({ length: count }, () => ({
    companyId,
    id: newUuid(),
    senderId: newUuid(),
    provenIds: [],
    receivedAt: new Date(),
    sealed: Buffer.from('sealed'),
    bytes,
    heldSeconds: 0,
  }));
  await insertStored(pool, rows);
  return rows.map(({ id }) => id);
};

const bounds = { rowsMax: 4, bytesMax: 10_000, heldSeconds: 20 };
const idsOf = (held: readonly HeldCallback[]): string[] => held.map(({ id }) => id).toSorted();
const clear = () => database.query('delete from stored_callbacks');

describe('kept callbacks', () => {
  it('are taken in turns of companies, the oldest of each first', async () => {
    await clear();
    const flooded = await keep(newUuid(), 40);
    const [late] = await keep(newUuid(), 1);
    const [first, second] = await keep(newUuid(), 2);
    expect(idsOf(await holdStored(pool, bounds))).toEqual([flooded[0], flooded[1], late, first].toSorted());
    expect(idsOf(await holdStored(pool, bounds))).toEqual([...flooded.slice(2, 5), second].toSorted());
    expect(idsOf(await holdStored(pool, bounds))).toEqual(flooded.slice(5, 9));
  });

  it('are taken by one process at a time, and by another when its time is over', async () => {
    await clear();
    const companyId = newUuid();
    const ids = await keep(companyId, 8);
    const both = await Promise.all([holdStored(pool, bounds), holdStored(pool, bounds)]);
    const taken = both.flatMap(idsOf);
    expect(new Set(taken).size).toBe(taken.length);
    await holdStored(pool, bounds);
    expect(await holdStored(pool, bounds)).toEqual([]);
    const [id = ''] = ids;
    await releaseStored(pool, { companyId, id }, 0);
    expect(await holdStored(pool, bounds)).toMatchObject([{ id, tries: 2 }]);
  });

  it('are taken as far as they fit into so many bytes, and one in any case', async () => {
    await clear();
    const ids = await keep(newUuid(), 4, 20_000);
    expect(idsOf(await holdStored(pool, bounds))).toEqual([ids[0]]);
    await clear();
    const small = await keep(newUuid(), 4, 4_000);
    expect(idsOf(await holdStored(pool, bounds))).toEqual(small.slice(0, 3));
  });
});
