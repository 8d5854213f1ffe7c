import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { sweepKeys } from './idempotency.ts';

const database = await useDatabase();
const pool = database.openPool(1);
pool.on('error', () => undefined);

const insertKeys = (count: number, hoursOld: number) =>
  database.query(
    `insert into idempotency_keys (company_id, key, fingerprint, message_id, status, answer, created_at)
     select gen_random_uuid(), 'key', '\\x00', gen_random_uuid(), 202, '{}', now() - make_interval(hours => $2)
     from generate_series(1, $1)`,
    [count, hoursOld],
  );

describe('sweeping idempotency keys', () => {
  it('forgets all that have outlived their time, and no other', async () => {
    await insertKeys(12_000, 49);
    await insertKeys(30, 47);
    expect(await sweepKeys(pool, 48)).toBe(12_000);
    expect(await database.query('select count(*)::int as count from idempotency_keys')).toEqual([
      { count: 30 },
    ]);
    expect(await sweepKeys(pool, 48)).toBe(0);
  });
});
