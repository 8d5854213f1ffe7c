import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { findSmallSettings, judgeSettings } from './server-settings.ts';

const database = await useDatabase();
const pool = database.openPool(1);

describe('the settings of a server', () => {
  it('are large enough on the embedded server', async () => {
    expect(await findSmallSettings(pool, { connections: 20, table: 'messages' })).toEqual([]);
  });

  it('are named when a process alone opens more connections than there are', async () => {
    const problems = await findSmallSettings(pool, { connections: 100_000, table: 'messages' });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^max_connections is \d+; this process alone opens up to 100000\.$/);
  });

  it('are named when the partitions need more locks than there are, or autovacuum is off', () => {
    const found = { locks_per_transaction: 64, connections: 100, relations: 1_683, autovacuum: 'off' };
    const problems = judgeSettings(found, { connections: 22, table: 'messages' });
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain(
      'max_locks_per_transaction is 64; with 1683 partitions and indexes of messages',
    );
    expect(problems[0]).toContain('should be 135 or more');
    expect(problems[1]).toContain('autovacuum is off');
  });
});
