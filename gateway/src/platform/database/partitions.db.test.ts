import { describe, expect, it } from 'vitest';
import { useEmptyDatabase } from '../../../tests/support/database.ts';
import { firstUuidAt } from '../ids.ts';
import { keepPartitions } from './partitions.ts';

const database = await useEmptyDatabase();
await database.query('create table notes (id uuid primary key) partition by range (id)');
const day = 86_400_000;

describe('keeping partitions', () => {
  it('leaves the connection as it found it', async () => {
    const client = await database.connect();
    await keepPartitions(client, [{ name: 'notes', retentionDays: 3 }], Date.UTC(2026, 0, 1));
    const { rows } = await client.query(`
      select current_setting('lock_timeout') as lock_timeout,
        (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`);
    expect(rows).toEqual([{ lock_timeout: '0', locks: 0 }]);
    await client.end();
  });

  it('leaves no moment without a partition, from yesterday on for a week', async () => {
    const now = Date.UTC(2027, 1, 27, 13, 30);
    const client = await database.connect();
    await keepPartitions(client, [{ name: 'notes', retentionDays: 3_650 }], now);
    await client.end();
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
    const client = await database.connect();
    const missing = [{ name: 'nowhere', retentionDays: 3 }];
    await expect(keepPartitions(client, missing, Date.now())).rejects.toThrow('nowhere');
    const { rows } = await client.query(
      `select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    );
    expect(rows).toEqual([]);
    await client.end();
  });
});
