import { describe, expect, it } from 'vitest';
import { useEmptyDatabase } from '../../../tests/support/database.ts';
import { waitUntil } from '../../../tests/support/wait-until.ts';
import { firstUuidAt } from '../ids.ts';
import { keepPartitions } from './partitions.ts';

const database = await useEmptyDatabase();
await database.query('create table notes (id uuid primary key) partition by range (id)');
const connection = { connectionString: database.url };
const day = 86_400_000;

const readLocks = async (): Promise<number> => {
  const rows = await database.query(
    `select from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.length;
};

describe('keeping partitions', () => {
  it('leaves no moment without a partition, from yesterday on for a week', async () => {
    const now = Date.UTC(2027, 1, 27, 13, 30);
    await keepPartitions(connection, [{ name: 'notes', retentionDays: 3_650 }], now);
    for (let hour = -37; hour < 8 * 24 - 14; hour += 1) {
      await database.query('insert into notes (id) values ($1)', [firstUuidAt(now + hour * 3_600_000)]);
    }
    const rows = await database.query<{ count: number }>(
      'select count(distinct tableoid)::int as count from notes where id > $1',
      [firstUuidAt(now - 2 * day)],
    );
    expect(rows).toEqual([{ count: 9 }]);
  });

  it('frees its lock also when it fails', async () => {
    const missing = [{ name: 'nowhere', retentionDays: 3 }];
    await expect(keepPartitions(connection, missing, Date.now())).rejects.toThrow('nowhere');
    await waitUntil('no lock is held', async () => (await readLocks()) === 0);
  });

  it('gives up a drop that a reader holds up, says so, and ends it when the reader has gone', async () => {
    const now = Date.UTC(2028, 5, 15);
    const old = [{ name: 'notes', retentionDays: 3_650 }];
    await keepPartitions(connection, old, now);
    const reader = await database.connect();
    await reader.query('begin; select count(*) from notes');
    const begun = performance.now();
    const first = await keepPartitions(connection, [{ name: 'notes', retentionDays: 100 }], now);
    expect(first.dropped).toEqual([]);
    expect(first.postponed).toHaveLength(1);
    expect(performance.now() - begun, 'in time').toBeLessThan(20_000);
    await waitUntil('no lock is held', async () => (await readLocks()) === 0);
    await reader.query('rollback');
    await reader.end();
    const second = await keepPartitions(connection, [{ name: 'notes', retentionDays: 100 }], now);
    expect(second.dropped).toEqual(expect.arrayContaining(first.postponed));
    expect(second.postponed).toEqual([]);
  });
});
